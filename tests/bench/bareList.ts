/**
 * The minimum work of a browser for the working list: the same rows, texts and sizes, rendered by a separate page without any library,
 * tree, rule or state. It reads the list from the same address, shows the visible rows, moves them while scrolling, and filters them by a
 * search box. It is the lower bound for any list on the same machine.
 */

/** Height of a row in px, as in the working list on a desktop. */
const ROW_PX = 48;

/** The page as HTML. @param list address of the list */
export function bareList(list: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<style>
  body { margin: 0; height: 100vh; display: flex; flex-direction: column; font: 16px/1.4 sans-serif; }
  input { margin: 12px; font: inherit; }
  .scroller { flex: 1; min-height: 0; overflow: auto; contain: strict; }
  [role='treegrid'] { position: relative; }
  [role='row'] {
    position: absolute; top: 0; left: 0; width: 100%; height: ${ROW_PX}px; box-sizing: border-box; contain: strict;
    display: grid; grid-template-columns: 3fr 2fr 1fr 1fr; align-items: center; gap: 16px; padding: 0 16px; border-bottom: 1px solid #ccc;
  }
  span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
</style>
</head>
<body>
<input aria-label="Search">
<div class="scroller"><div role="treegrid"></div></div>
<script type="module">
  const scroller = document.querySelector('.scroller');
  const grid = document.querySelector('[role=treegrid]');
  const box = document.querySelector('input');
  const drawn = new Map();
  let all = [];
  let rows = [];
  function draw() {
    const first = Math.max(0, Math.floor(scroller.scrollTop / ${ROW_PX}) - 2);
    const last = Math.min(rows.length, first + Math.ceil(scroller.clientHeight / ${ROW_PX}) + 4);
    for (const [index, element] of drawn) {
      if (index >= first && index < last) continue;
      element.remove();
      drawn.delete(index);
    }
    for (let index = first; index < last; index += 1) if (!drawn.has(index)) drawn.set(index, made(index));
  }
  function made(index) {
    const { name, isLocation, values } = rows[index];
    const element = document.createElement('div');
    element.setAttribute('role', 'row');
    element.dataset.index = index;
    element.style.transform = 'translateY(' + index * ${ROW_PX} + 'px)';
    for (const text of [name, isLocation ? '' : 'Place', values['Tag number'], values['Weight (kg)']]) {
      const cell = document.createElement('span');
      cell.textContent = text;
      element.append(cell);
    }
    grid.append(element);
    return element;
  }
  function show() {
    const sought = box.value.toLowerCase();
    rows = all.filter(({ name }) => name.toLowerCase().includes(sought));
    for (const element of drawn.values()) element.remove();
    drawn.clear();
    grid.style.height = rows.length * ${ROW_PX} + 'px';
    draw();
  }
  scroller.addEventListener('scroll', draw);
  box.addEventListener('input', show);
  addEventListener('keydown', (event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    box.focus();
  });
  addEventListener('open-list', async () => {
    all = await (await fetch(${JSON.stringify(list)})).json();
    show();
  });
</script>
</body>
</html>`;
}
