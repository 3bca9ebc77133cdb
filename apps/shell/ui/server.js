/**
 * Hands the address of the server to the shell, which starts the agent with it. It is typed, or read from a file, a picture of a QR code, or a QR code
 * in front of the camera.
 */
import jsQR from 'jsqr';

/** Longest edge of a picture that is searched for a code, pixels. */
const SEARCHED_PX = 1600;
const TEXT_BYTES = 64 * 1024;
/** Pause between two pictures of the camera that are searched, ms. */
const SEARCH_MS = 200;

const form = document.querySelector('form');
const address = document.querySelector('#address');
const file = document.querySelector('#file');
const state = document.querySelector('#state');
const scan = document.querySelector('#scan');
const preview = document.querySelector('#preview');
const SCAN_TEXT = scan.textContent;

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

void offerCamera();
scan.addEventListener('click', () => void (preview.hidden ? startCamera() : stopCamera()));
window.addEventListener('pagehide', stopCamera);

/** Offers the camera where there is one. */
async function offerCamera() {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  scan.hidden = !devices.some(({ kind }) => kind === 'videoinput');
}

/** Shows the picture of the camera until it holds the QR code of an address. */
async function startCamera() {
  try {
    preview.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    preview.hidden = false;
    scan.textContent = 'Stop the camera';
    state.textContent = 'Hold the QR code in front of the camera.';
    await preview.play();
    searchCamera();
  } catch {
    stopCamera();
    state.textContent = 'The camera cannot be used. Open a picture of the QR code, or type the address.';
  }
}

function stopCamera() {
  for (const track of preview.srcObject?.getTracks() ?? []) track.stop();
  preview.srcObject = null;
  preview.hidden = true;
  scan.textContent = SCAN_TEXT;
}

function searchCamera() {
  if (preview.srcObject === null) return;
  const { videoWidth, videoHeight } = preview;
  const found = videoWidth === 0 ? null : addressOf(codeOf(preview, videoWidth, videoHeight));
  if (found === null) {
    setTimeout(searchCamera, SEARCH_MS);
    return;
  }
  stopCamera();
  offer(found, 'the QR code');
}

/** Takes the address out of a file. */
async function take(chosen) {
  const found = await addressIn(chosen).catch(() => null);
  if (found !== null) offer(found, chosen.name);
  else state.textContent = `${chosen.name} holds no address of a server. Choose another file, or type the address.`;
}

/** Puts an address into the field, to be looked at before it is used. */
function offer(found, source) {
  address.value = found;
  state.textContent = `Read from ${source}. Continue if this is your company's server.`;
  address.focus();
}

async function addressIn(chosen) {
  if (!chosen.type.startsWith('image/')) return addressOf(await chosen.slice(0, TEXT_BYTES).text());
  const bitmap = await createImageBitmap(chosen);
  return addressOf(codeOf(bitmap, bitmap.width, bitmap.height));
}

function addressOf(text) {
  return /https?:\/\/[^\s"'<>]+/.exec(text ?? '')?.[0] ?? null;
}

/** Text of the QR code in a picture; null when there is none. */
function codeOf(picture, fullWidth, fullHeight) {
  const scale = Math.min(1, SEARCHED_PX / Math.max(fullWidth, fullHeight));
  const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const ink = canvas.getContext('2d');
  ink.drawImage(picture, 0, 0, width, height);
  return jsQR(ink.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
}
