/** Creates a frame whose document shows what is written into it: happy-dom loads no frames. */
export function framed(): HTMLIFrameElement {
  const shown = document.implementation.createHTMLDocument('');
  let written = '';
  Object.assign(shown, {
    open: () => void (written = ''),
    close: () => undefined,
    write(html: string) {
      written += html;
      const root = shown.documentElement ?? shown.appendChild(shown.createElement('html'));
      root.innerHTML = new DOMParser().parseFromString(written, 'text/html').documentElement.innerHTML;
    },
  });
  return { contentDocument: shown } as unknown as HTMLIFrameElement;
}
