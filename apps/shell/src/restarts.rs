//! Decides whether a process that ended is restarted automatically or the user is asked.

use std::time::{Duration, Instant};

/// Number of ends within the window that are followed by an automatic start.
const LIMIT: usize = 3;
/// Time during which an end counts.
const WINDOW: Duration = Duration::from_secs(60);

/// The ends of one process.
#[derive(Default)]
pub struct Restarts {
    ends: Vec<Instant>,
}

impl Restarts {
    /// Records an end. Returns true when the process is to be restarted without asking.
    pub fn may_restart(&mut self, now: Instant) -> bool {
        self.ends.retain(|end| now.duration_since(*end) < WINDOW);
        self.ends.push(now);
        self.ends.len() <= LIMIT
    }

    /// Clears the record, after the user requested another start.
    pub fn forget(&mut self) {
        self.ends.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Restarts;
    use std::time::{Duration, Instant};

    #[test]
    fn starts_again_three_times_within_a_minute_and_then_asks() {
        let begin = Instant::now();
        let mut restarts = Restarts::default();
        let answers = [0, 10, 20, 30].map(|second| restarts.may_restart(begin + Duration::from_secs(second)));
        assert_eq!(answers, [true, true, true, false]);
    }

    #[test]
    fn goes_on_for_ever_when_ends_are_rare() {
        let begin = Instant::now();
        let mut restarts = Restarts::default();
        for minute in 0..20 {
            assert!(restarts.may_restart(begin + Duration::from_secs(25 * minute)));
        }
    }

    #[test]
    fn begins_again_after_a_person_asked_for_a_start() {
        let begin = Instant::now();
        let mut restarts = Restarts::default();
        while restarts.may_restart(begin) {}
        restarts.forget();
        assert!(restarts.may_restart(begin));
    }
}
