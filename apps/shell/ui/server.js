/** Hands the address of the server to the shell, which starts the agent with it. */
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  window.__TAURI__.core.invoke('choose_server', { address: document.querySelector('input').value.trim() });
});
