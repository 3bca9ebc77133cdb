//! The agent's process: the launcher, under the Node that came with the window (docs/desktop.md, "Processes").

use crate::installation::Installation;
use serde::Deserialize;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Exit code of the launcher when another start would fail as well: settings that cannot be used, a data folder in use.
pub const MISTAKE_CODE: i32 = 64;
/// Exit code of the launcher when the agent was never given the address of its server.
pub const SERVER_NEEDED_CODE: i32 = 65;

/// Memory limits suitable for a program with one user (scripts/tasks.mjs uses the same for the agent).
const NODE_OPTIONS: [&str; 2] = ["--max-semi-space-size=8", "--heap-growing-percent=20"];
/// Lines of the agent's messages that are shown when it does not start.
const KEPT_LINES: usize = 12;

/// A message that the launcher writes to its standard output, a line of JSON each.
#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Message {
    /// The agent answers. `address` opens its page once; requests for it are sent to `port` of this computer.
    Ready { address: String, port: u16 },
    /// The agent ended and is started again.
    Ended,
}

/// Reads a line of the launcher. Any other output is meant for a person and is ignored.
pub fn message_of(line: &str) -> Option<Message> {
    serde_json::from_str(line).ok()
}

/// A running launcher. It ends when its standard input is closed, so that it never outlives this process.
pub struct Agent {
    input: Option<ChildStdin>,
    process: Arc<Mutex<Child>>,
    ended: Receiver<()>,
}

/// The end of a launcher.
pub struct End {
    /// Its exit code; none after a signal.
    pub code: Option<i32>,
    /// The last lines it wrote to its standard error.
    pub words: String,
}

impl Agent {
    /// Starts the launcher. `received` is called with its messages, `ended` once, both from a thread of their own.
    ///
    /// # Errors
    ///
    /// A sentence for the person, when the program cannot be started.
    pub fn start(
        Installation { node, launcher, keys }: &Installation,
        data: &Path,
        args: &[OsString],
        received: impl Fn(Message) + Send + 'static,
        ended: impl FnOnce(End) + Send + 'static,
    ) -> Result<Self, String> {
        let mut command = Command::new(node);
        command.args(NODE_OPTIONS).arg(launcher).arg("--data").arg(data).args(args);
        command.env("HOLDFAST_SHELL", env!("CARGO_PKG_VERSION")).env("MALLOC_ARENA_MAX", "1");
        if !keys.is_empty() {
            command.env("HOLDFAST_AGENT_KEYS", keys);
        }
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| {
                format!("{} could not be started: {error}. Install Holdfast again.", node.display())
            })?;
        let input = process.stdin.take();
        let output = process.stdout.take();
        let words = thread::spawn({
            let errors = process.stderr.take();
            move || errors.map(last_lines).unwrap_or_default()
        });
        let process = Arc::new(Mutex::new(process));
        let (done, receiver) = channel();
        thread::spawn({
            let process = Arc::clone(&process);
            move || {
                for line in output.into_iter().flat_map(|output| BufReader::new(output).lines().map_while(Result::ok)) {
                    if let Some(message) = message_of(&line) {
                        received(message);
                    }
                }
                let words = words.join().unwrap_or_default();
                let code =
                    process.lock().ok().and_then(|mut process| process.wait().ok()).and_then(|status| status.code());
                let _ = done.send(());
                ended(End { code, words });
            }
        });
        Ok(Self { input, process, ended: receiver })
    }

    /// Asks the launcher to end and waits for it; after `limit` it is ended.
    pub fn stop(mut self, limit: Duration) {
        drop(self.input.take());
        if self.ended.recv_timeout(limit) == Err(RecvTimeoutError::Timeout)
            && let Ok(mut process) = self.process.lock()
        {
            let _ = process.kill();
        }
    }
}

/// Passes on the lines that are read, and keeps the last ones.
fn last_lines(errors: impl Read) -> String {
    let mut kept = VecDeque::new();
    for line in BufReader::new(errors).lines().map_while(Result::ok) {
        eprintln!("{line}");
        kept.push_back(line);
        if kept.len() > KEPT_LINES {
            kept.pop_front();
        }
    }
    Vec::from(kept).join("\n")
}

#[cfg(test)]
mod tests {
    use super::{Agent, Installation, Message, last_lines, message_of};
    use std::path::{Path, PathBuf};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn reads_the_messages_of_the_launcher_and_passes_over_its_words() {
        let line = r#"{"type":"ready","address":"http://holdfast-1.localhost:4410/#launch=x","port":39000}"#;
        let address = "http://holdfast-1.localhost:4410/#launch=x".to_owned();
        assert_eq!(message_of(line), Some(Message::Ready { address, port: 39000 }));
        assert_eq!(message_of(r#"{"type":"ended"}"#), Some(Message::Ended));
        assert_eq!(message_of("Holdfast is ready on this device"), None);
        assert_eq!(message_of(r#"{"type":"ready"}"#), None);
    }

    #[test]
    fn keeps_the_last_lines_of_what_went_wrong() {
        let all: Vec<_> = (0..100).map(|number| format!("line {number}")).collect();
        let kept = last_lines(all.join("\n").as_bytes());
        assert_eq!(kept.lines().count(), 12);
        assert!(kept.ends_with("line 99"));
    }

    /// The shell replaces Node in this test: it receives Node's options as the first arguments of a script.
    #[cfg(unix)]
    #[test]
    fn reports_messages_and_the_end_of_a_process() {
        use std::os::unix::fs::PermissionsExt;
        let node = std::env::temp_dir().join(format!("holdfast-shell-node-{}", std::process::id()));
        let script = "#!/bin/sh\necho '{\"type\":\"ended\"}'\necho why >&2\ncat >/dev/null\nexit 65\n";
        std::fs::write(&node, script).unwrap();
        std::fs::set_permissions(&node, std::fs::Permissions::from_mode(0o700)).unwrap();
        let installation = Installation { node, launcher: PathBuf::from("launcher.js"), keys: String::new() };
        let (message, received) = channel();
        let (end, ended) = channel();
        let agent = Agent::start(
            &installation,
            Path::new("/nowhere"),
            &[],
            move |said| message.send(said).unwrap(),
            move |how| end.send((how.code, how.words)).unwrap(),
        )
        .unwrap();
        assert_eq!(received.recv_timeout(Duration::from_secs(20)), Ok(Message::Ended));
        agent.stop(Duration::from_secs(20));
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok((Some(65), "why".to_owned())));
    }
}
