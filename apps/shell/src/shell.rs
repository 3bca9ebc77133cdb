//! State of the running window, its communication with the agent, and its end.

use crate::agent::{Agent, End, MISTAKE_CODE, Message, SERVER_NEEDED_CODE};
use crate::installation::Installation;
use crate::restarts::Restarts;
use crate::{dialogs, window};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tauri::{AppHandle, Emitter, Manager};

/// Time limit for the page to show its question before a dialog of the system asks.
const ANSWER: Duration = Duration::from_secs(3);
/// Time limit for the page to save pending input when the system ends the session.
const LEAVE: Duration = Duration::from_secs(4);
/// Time limit for the end of the agent.
const AGENT_END: Duration = Duration::from_secs(15);

/// The state of the program.
pub struct Shell {
    installation: Installation,
    /// Folder of this user's data.
    folder: PathBuf,
    args: Vec<OsString>,
    agent: Mutex<Option<Agent>>,
    agent_ends: Mutex<Restarts>,
    page_ends: Mutex<Restarts>,
    /// True when the page has shown its question since the last request.
    answered: AtomicBool,
    /// True when a dialog of the system is on screen.
    asking: AtomicBool,
    /// True when the page was reloaded after its process had ended.
    recovered: AtomicBool,
    quitting: AtomicBool,
    /// Held while a window is looked for and opened: several threads open windows, and two may have the same label while they are made.
    pub opening: Mutex<()>,
}

impl Shell {
    pub fn new(installation: Installation, folder: PathBuf, args: Vec<OsString>) -> Self {
        Self {
            installation,
            folder,
            args,
            agent: Mutex::default(),
            agent_ends: Mutex::default(),
            page_ends: Mutex::default(),
            answered: AtomicBool::new(false),
            asking: AtomicBool::new(false),
            recovered: AtomicBool::new(false),
            quitting: AtomicBool::new(false),
            opening: Mutex::default(),
        }
    }

    /// Folder of what the web view keeps: local storage, cookies, cache.
    pub fn window_folder(&self) -> PathBuf {
        self.folder.join("window")
    }
}

/// A lock stays usable when a thread that held it ended in the middle.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the launcher. `server` is the address a person typed; without it the agent has one or says that it needs one.
pub fn start_agent(app: &AppHandle, server: Option<String>) {
    let shell = app.state::<Shell>();
    let mut args = shell.args.clone();
    if let Some(server) = server {
        args.extend(["--server".into(), server.into()]);
    }
    let (messages, ended) = (app.clone(), app.clone());
    let started = Agent::start(
        &shell.installation,
        &shell.folder.join("data"),
        &args,
        move |message| on_message(&messages, message),
        move |end| on_end(&ended, end),
    );
    match started {
        Ok(agent) => *lock(&shell.agent) = Some(agent),
        Err(text) => offer_start(app, text),
    }
}

fn on_message(app: &AppHandle, message: Message) {
    match message {
        Message::Ready { address, port } => {
            if let Err(error) = window::show(app, &address, port) {
                offer_start(app, format!("Holdfast could not open its window: {error}"));
            }
            let _ = app.emit_to(window::MAIN, "agent", true);
        }
        Message::Ended => drop(app.emit_to(window::MAIN, "agent", false)),
    }
}

fn on_end(app: &AppHandle, End { code, words }: End) {
    let shell = app.state::<Shell>();
    if shell.quitting.load(SeqCst) {
        return;
    }
    let _ = app.emit_to(window::MAIN, "agent", false);
    match code {
        Some(SERVER_NEEDED_CODE) => window::ask_for_server(app),
        Some(MISTAKE_CODE) => offer_start(app, format!("Holdfast could not start.\n\n{words}")),
        _ if lock(&shell.agent_ends).may_restart(Instant::now()) => start_agent(app, None),
        _ => offer_start(app, format!("Holdfast stopped several times. Your saved data is kept.\n\n{words}")),
    }
}

/// Shows why there is no agent, and lets the user choose between another start and the end.
fn offer_start(app: &AppHandle, text: String) {
    let handle = app.clone();
    dialogs::ask(app, text, ["Try again", "Quit"], move |again| {
        if again {
            lock(&handle.state::<Shell>().agent_ends).forget();
            start_agent(&handle, None);
        } else {
            quit(&handle);
        }
    });
}

/// Reloads the page after its process ended, or asks when that happens repeatedly.
pub fn on_page_end(app: &AppHandle) {
    let shell = app.state::<Shell>();
    if shell.quitting.load(SeqCst) {
        return;
    }
    eprintln!("the process of the page ended");
    if lock(&shell.page_ends).may_restart(Instant::now()) {
        shell.recovered.store(true, SeqCst);
        window::reload(app);
        return;
    }
    let handle = app.clone();
    let text = "The page of Holdfast stopped several times. Your saved data is kept.";
    dialogs::ask(app, text.to_owned(), ["Load again", "Quit"], move |again| {
        if again {
            lock(&handle.state::<Shell>().page_ends).forget();
            window::reload(&handle);
        } else {
            quit(&handle);
        }
    });
}

/// Lets the page ask whether to close. When the page does not answer, a dialog of the system asks.
pub fn ask_to_close(app: &AppHandle) {
    let shell = app.state::<Shell>();
    shell.answered.store(false, SeqCst);
    let _ = app.emit_to(window::MAIN, "close-asked", ());
    let app = app.clone();
    thread::spawn(move || {
        thread::sleep(ANSWER);
        let shell = app.state::<Shell>();
        if shell.answered.load(SeqCst) || shell.quitting.load(SeqCst) || shell.asking.swap(true, SeqCst) {
            return;
        }
        let handle = app.clone();
        let text = "Holdfast does not answer. What was typed in the last moments may not be saved. Close it now?";
        dialogs::ask(&app, text.to_owned(), ["Close now", "Wait"], move |close| {
            handle.state::<Shell>().asking.store(false, SeqCst);
            if close {
                quit(&handle);
            }
        });
    });
}

/// Ends the agent, then the program.
pub fn quit(app: &AppHandle) {
    let shell = app.state::<Shell>();
    if shell.quitting.swap(true, SeqCst) {
        return;
    }
    let agent = lock(&shell.agent).take();
    let app = app.clone();
    thread::spawn(move || {
        if let Some(agent) = agent {
            agent.stop(AGENT_END);
        }
        app.exit(0);
    });
}

/// Ends in an orderly way when the system ends the session: the page saves pending input first.
#[cfg(unix)]
pub fn end_on_signals(app: &AppHandle) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let app = app.clone();
    match Signals::new([SIGTERM, SIGINT, SIGHUP]) {
        Ok(mut signals) => drop(thread::spawn(move || {
            for _ in signals.forever() {
                let _ = app.emit_to(window::MAIN, "ending", ());
                let app = app.clone();
                thread::spawn(move || {
                    if app.get_webview_window(window::MAIN).is_some() {
                        thread::sleep(LEAVE);
                    }
                    quit(&app);
                });
            }
        })),
        Err(error) => eprintln!("signals of the system cannot be received: {error}"),
    }
}

#[cfg(not(unix))]
pub fn end_on_signals(_: &AppHandle) {}

/// Requests that pages may make, besides the window's own functions (capabilities/).
pub mod commands {
    use super::{AppHandle, Manager, SeqCst, Shell, start_agent, window};

    /// The page is displayed. Returns true when it was reloaded after its process had ended.
    #[tauri::command]
    pub fn page_ready(app: AppHandle) -> bool {
        let recovered = app.state::<Shell>().recovered.swap(false, SeqCst);
        if recovered {
            eprintln!("the page is shown again");
        }
        recovered
    }

    /// The page shows its question whether to close.
    #[tauri::command]
    pub fn close_answered(app: AppHandle) {
        app.state::<Shell>().answered.store(true, SeqCst);
    }

    #[tauri::command]
    pub fn quit(app: AppHandle) {
        super::quit(&app);
    }

    /// Starts the agent with the address of its server, which it remembers.
    #[tauri::command]
    pub fn choose_server(app: AppHandle, address: String) {
        window::hide_notice(&app);
        start_agent(&app, Some(address));
    }
}
