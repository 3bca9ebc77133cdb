/** The desktop's own window around this page (apps/shell). A page in a browser has none, also one that an agent serves. */

/** Events of the window, with their data. */
interface WindowEvents {
  /** The user wants to close the window. The page has to call `closeAnswered` and to show the confirmation. */
  'close-asked': null;
  /** The operating system ends the session: pending input has to be saved, then `quit` called. */
  ending: null;
  /** The agent began (true) or ceased (false) to answer. */
  agent: boolean;
  /** Path of a file that was saved; null: it could not be. */
  downloaded: string | null;
}

/** The window, as far as the page may use it (apps/shell/capabilities/application.json). */
export interface ShellWindow {
  minimise(): void;
  toggleMaximise(): void;
  isMaximised(): Promise<boolean>;
  /** Moves the window with the pointer until its button is let go. */
  startDragging(): void;
  /** @param factor 1 is the size of the page's own */
  zoom(factor: number): void;
  /** Reports that the page shows itself. @returns whether it was loaded again after it had stopped */
  pageReady(): Promise<boolean>;
  /** Reports that the page shows its question whether to close. */
  closeAnswered(): void;
  /** Ends the agent and the application. */
  quit(): void;
  /** Listens to the window. @returns a function that stops listening */
  on<N extends keyof WindowEvents>(event: N, listener: (data: WindowEvents[N]) => void): () => void;
}

/** The part of Tauri's interface that is used. */
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
