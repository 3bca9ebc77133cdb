/** Hands the address of the server to the shell, which starts the agent with it. It is typed, or read from a file or a picture of a QR code. */
import jsQR from 'jsqr';

/** Longest edge of a picture that is searched for a code, pixels. */
const SEARCHED_PX = 1600;
const TEXT_BYTES = 64 * 1024;

const form = document.querySelector('form');
const address = document.querySelector('#address');
const file = document.querySelector('#file');
const state = document.querySelector('#state');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  window.__TAURI__.core.invoke('choose_server', { address: address.value.trim() });
});
document.querySelector('#open').addEventListener('click', () => file.click());
file.addEventListener('change', () => {
  const [chosen] = file.files;
  file.value = '';
  if (chosen !== undefined) void take(chosen);
});

/** Puts the address that a file holds into the field, to be looked at before it is used. */
async function take(chosen) {
  const found = await addressIn(chosen).catch(() => null);
  if (found === null) {
    state.textContent = `${chosen.name} holds no address of a server. Choose another file, or type the address.`;
    return;
  }
  address.value = found;
  state.textContent = `Read from ${chosen.name}. Continue if this is your company's server.`;
  address.focus();
}

async function addressIn(chosen) {
  const text = chosen.type.startsWith('image/') ? await codeIn(chosen) : await chosen.slice(0, TEXT_BYTES).text();
  return /https?:\/\/[^\s"'<>]+/.exec(text ?? '')?.[0] ?? null;
}

/** Text of the QR code in a picture; null when there is none. */
async function codeIn(picture) {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, SEARCHED_PX / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const ink = canvas.getContext('2d');
  ink.drawImage(bitmap, 0, 0, width, height);
  return jsQR(ink.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
}
