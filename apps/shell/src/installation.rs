//! Places of the desktop's programs beside the window: Node and the launcher of the agent.

use std::path::{Path, PathBuf};

/// Folder of the programs beside the window's own.
const FOLDER: &str = "installation";

/// The programs an installer put on this computer. Which version of the agent runs is decided by the launcher (docs/updates.md).
#[derive(Debug, PartialEq, Eq)]
pub struct Installation {
    pub node: PathBuf,
    pub launcher: PathBuf,
    /// Public keys that releases may be signed with, separated by commas; empty: no updates.
    pub keys: String,
}

/// Finds the programs.
///
/// `named` is the folder given by `HOLDFAST_INSTALLATION`, which is used in place of those that are known.
///
/// # Errors
///
/// A sentence for the person, when a program is missing.
pub fn find(program: &Path, named: Option<PathBuf>) -> Result<Installation, String> {
    let own = program.parent().unwrap_or(Path::new("."));
    let folders = match named {
        Some(folder) => vec![folder],
        None => vec![own.join(FOLDER), own.join("../Resources").join(FOLDER)],
    };
    folders.iter().find_map(|folder| read(folder)).ok_or_else(|| {
        let looked: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
        format!(
            "Programs of Holdfast are missing in {}. Your data is not affected. Install Holdfast again.",
            looked.join(" and ")
        )
    })
}

fn read(folder: &Path) -> Option<Installation> {
    let node = folder.join("bin").join(if cfg!(windows) { "node.exe" } else { "node" });
    let launcher = folder.join("agent").join("launcher.js");
    let keys = std::fs::read_to_string(folder.join("keys")).unwrap_or_default().trim().to_owned();
    (node.is_file() && launcher.is_file()).then_some(Installation { node, launcher, keys })
}

#[cfg(test)]
mod tests {
    use super::{Installation, find};
    use std::fs;
    use std::path::{Path, PathBuf};

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("holdfast-shell-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn install(folder: &Path) {
        for file in [if cfg!(windows) { "bin/node.exe" } else { "bin/node" }, "agent/launcher.js"] {
            fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            fs::write(folder.join(file), "").unwrap();
        }
    }

    #[test]
    fn takes_the_programs_beside_its_own() {
        let root = scratch("beside");
        install(&root.join("installation"));
        fs::write(root.join("installation/keys"), "one,two\n").unwrap();
        let Installation { launcher, keys, .. } = find(&root.join("holdfast"), None).unwrap();
        assert_eq!(launcher, root.join("installation/agent/launcher.js"));
        assert_eq!(keys, "one,two");
    }

    #[test]
    fn falls_back_to_the_resources_of_a_bundle() {
        let root = scratch("bundle");
        fs::create_dir_all(root.join("MacOS")).unwrap();
        install(&root.join("Resources/installation"));
        let found = find(&root.join("MacOS/holdfast"), None).unwrap();
        assert_eq!(found.launcher, root.join("MacOS/../Resources/installation/agent/launcher.js"));
        assert_eq!(found.keys, "");
    }

    #[test]
    fn passes_over_a_folder_in_which_a_program_is_missing() {
        let root = scratch("missing");
        install(&root.join("installation"));
        fs::remove_file(root.join("installation/agent/launcher.js")).unwrap();
        let text = find(&root.join("holdfast"), None).unwrap_err();
        assert!(text.contains("Install Holdfast again."), "{text}");
    }

    #[test]
    fn looks_nowhere_else_when_a_folder_is_named() {
        let root = scratch("named");
        install(&root.join("installation"));
        assert!(find(&root.join("holdfast"), Some(root.join("other"))).is_err());
        install(&root.join("other"));
        let found = find(&root.join("holdfast"), Some(root.join("other"))).unwrap();
        assert_eq!(found.launcher, root.join("other/agent/launcher.js"));
    }
}
