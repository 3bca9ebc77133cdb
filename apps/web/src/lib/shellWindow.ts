/** The desktop's window around this page (apps/shell). A page in a browser has none, even when an agent serves it. */

/** Events of the window, with their data. */
interface WindowEvents {
  /** The user wants to close the window. The page has to call `closeAnswered` and to show the confirmation. */
  'close-asked': null;
  /** The operating system is ending the session: pending input must be saved, then `quit` called. */
  ending: null;
  /** The agent started (true) or stopped (false) answering. */
  agent: boolean;
  /** Path of a saved file; null: saving failed. */
  downloaded: string | null;
}

/** The functions of the window that the page may use (apps/shell/capabilities/application.json). */
export interface ShellWindow {
  minimise(): void;
  toggleMaximise(): void;
  isMaximised(): Promise<boolean>;
  /** Moves the window with the pointer until the button is released. */
  startDragging(): void;
  /** @param factor 1 is the original size of the page */
  zoom(factor: number): void;
  /** Reports that the page is displayed. @returns true when the page was reloaded after it had stopped answering */
  pageReady(): Promise<boolean>;
  /** Reports that the page shows the confirmation for closing. */
  closeAnswered(): void;
  /** Quits the agent and the application. */
  quit(): void;
  /** Listens to the window. @returns a function that stops listening */
  on<N extends keyof WindowEvents>(event: N, listener: (data: WindowEvents[N]) => void): () => void;
}

/** The part of Tauri's API that is used. */
interface Tauri {
  core: { invoke(command: string, input?: Record<string, unknown>): Promise<unknown> };
  event: { listen(event: string, listener: (event: { payload: unknown }) => void): Promise<() => void> };
}

function openShellWindow({ core, event }: Tauri): ShellWindow {
  const act = (command: string, input?: Record<string, unknown>): void =>
    void core.invoke(command, input).catch((error: unknown) => reportError(error));
  return {
    minimise: () => act('plugin:window|minimize'),
    toggleMaximise: () => act('plugin:window|toggle_maximize'),
    isMaximised: async () => (await core.invoke('plugin:window|is_maximized')) === true,
    startDragging: () => act('plugin:window|start_dragging'),
    zoom: (value) => act('plugin:webview|set_webview_zoom', { value }),
    pageReady: async () => (await core.invoke('page_ready')) === true,
    closeAnswered: () => act('close_answered'),
    quit: () => act('quit'),
    on(name, listener) {
      const listening = event.listen(name, ({ payload }) => listener(payload as WindowEvents[typeof name]));
      return () => void listening.then((stop) => stop());
    },
  };
}

const tauri = (window as { __TAURI__?: Tauri }).__TAURI__;

/** The window around this page; null in a browser. */
export const shellWindow: ShellWindow | null = tauri === undefined ? null : openShellWindow(tauri);
