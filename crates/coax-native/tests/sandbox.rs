//! The sandbox, tier by tier: what programs in it can do, and what they cannot.
//!
//! Each test runs in every tier that this machine has; `COAX_SANDBOX` chooses one.

use coax_native::sandbox::{Access, Sandbox, SandboxedCommand, TIER_VARIABLE, Tier, Usage, View};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};

const LAUNCHER: &str = env!("CARGO_BIN_EXE_coax-native-helper");

/// The tiers that work here. At least one must.
fn sandboxes() -> Vec<Sandbox> {
    let mut found = Vec::new();
    for tier in [Tier::Namespaces, Tier::Landlock] {
        match Sandbox::of_tier(tier, Path::new(LAUNCHER), "sandbox") {
            Ok(sandbox) => found.push(sandbox),
            Err(why) => eprintln!("skipped: {why}"),
        }
    }
    assert!(!found.is_empty(), "no sandbox works here; {TIER_VARIABLE} may exclude them");
    found
}

/// A shell in the sandbox, working in a folder that it sees but does not change.
struct Inside {
    sandbox: Sandbox,
    folder: tempfile::TempDir,
    scratch: tempfile::TempDir,
}

impl Inside {
    fn new(sandbox: Sandbox) -> Inside {
        let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(folder.path().join("canary"), "alive").unwrap();
        fs::create_dir(scratch.path().join("out")).unwrap();
        Inside { sandbox, folder, scratch }
    }

    fn command(&self, script: &str) -> SandboxedCommand {
        let view = View::new(&self.sandbox, self.folder.path(), &self.scratch.path().join("view"));
        let view = view.unwrap();
        let access = view.access(vec![self.scratch.path().join("out")]);
        let mut command = self.sandbox.command("/bin/sh", &access);
        command.args(["-c", script]).current_dir(view.folder());
        command
    }

    fn run(&self, script: &str) -> Output {
        self.command(script).output().unwrap()
    }

    fn prints(&self, script: &str) -> String {
        let output = self.run(script);
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn canary(&self) -> String {
        fs::read_to_string(self.folder.path().join("canary")).unwrap()
    }
}

fn everywhere(test: impl Fn(Inside)) {
    for sandbox in sandboxes() {
        println!("{}", sandbox.tier());
        test(Inside::new(sandbox));
    }
}

#[test]
fn programs_read_and_run_and_end_as_they_end() {
    everywhere(|inside| {
        assert_eq!(inside.prints("cat canary; echo $0"), "alive/bin/sh");
        assert_eq!(inside.run("exit 7").status.code(), Some(7));
        assert_eq!(inside.run("kill -SEGV $$").status.signal(), Some(11));
        let missing = inside.sandbox.command("/no/such/program", &Access::default()).output();
        let missing = missing.unwrap();
        assert_eq!(missing.status.signal(), Some(libc::SIGPWR));
        assert!(String::from_utf8_lossy(&missing.stderr).contains("could not be started"));
    });
}

#[test]
fn the_working_folder_can_be_changed_and_stays_as_it_is() {
    everywhere(|inside| {
        let script =
            "echo x > canary; rm canary; mkdir d; echo y > d/f; cat d/f; ls | tr '\\n' ' '";
        assert_eq!(inside.prints(script), "y\nd");
        assert_eq!(inside.canary(), "alive");
        assert_eq!(fs::read_dir(inside.folder.path()).unwrap().count(), 1);
    });
}

/// The kernel shows a folder alone, without what is mounted below it, only to those who mounted that.
#[test]
fn something_may_be_mounted_below_the_working_folder_and_the_temporary_one() {
    everywhere(|inside| {
        let mounted = inside.folder.path().join("mounted");
        for folder in [&mounted, &inside.folder.path().join("plain")] {
            fs::create_dir(folder).unwrap();
        }
        std::os::unix::fs::symlink("canary", inside.folder.path().join("link")).unwrap();
        if !mount_for_this_thread(&mounted) {
            return eprintln!("skipped: no file system can be mounted here");
        }
        fs::write(mounted.join("file"), "below").unwrap();
        let script = "cat link mounted/file; echo x > new; cat new; rm -rf canary plain mounted \
                      link; echo x > mounted/other; echo x > canary; echo x > plain/file; \
                      touch /tmp/coax-canary";
        assert_eq!(inside.prints(script), "alivebelowx");
        assert_eq!(inside.canary(), "alive");
        assert_eq!(fs::read_dir(inside.folder.path()).unwrap().count(), 4);
        assert_eq!(fs::read_dir(&mounted).unwrap().count(), 1);
        assert_eq!(fs::read_dir(inside.folder.path().join("plain")).unwrap().count(), 0);
        assert!(!Path::new("/tmp/coax-canary").exists());
        assert!(Command::new("umount").arg(&mounted).status().unwrap().success());
    });
}

/// Mounts a file system that only this thread and what it starts can see.
fn mount_for_this_thread(folder: &Path) -> bool {
    // SAFETY: a thread's own view of the mounts; descriptors stay shared.
    let own = unsafe { rustix::thread::unshare_unsafe(rustix::thread::UnshareFlags::NEWNS) };
    let run = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    own.is_ok()
        && run(Command::new("mount").args(["--make-rprivate", "/"]))
        && run(Command::new("mount").args(["-t", "tmpfs", "coax-test"]).arg(folder))
}

#[test]
fn nothing_else_is_written_but_the_folders_that_may_be() {
    everywhere(|inside| {
        let out = inside.scratch.path().join("out");
        let path = inside.folder.path().join("canary");
        let script = format!(
            "echo x > {0}/made; rm -f {1}; echo x >> {1}; chmod 0 {1}; mv {1} {1}2; ln -s x {1}3; \
             mkfifo {1}4; touch /usr/coax-canary /etc/coax-canary",
            out.display(),
            path.display()
        );
        inside.run(&script);
        assert_eq!(fs::read_to_string(out.join("made")).unwrap(), "x\n");
        assert_eq!(inside.canary(), "alive");
        assert_eq!(fs::read_dir(inside.folder.path()).unwrap().count(), 1);
        assert!(!Path::new("/usr/coax-canary").exists() && !Path::new("/etc/coax-canary").exists());
    });
}

#[test]
fn no_process_outside_can_be_reached_and_none_is_left() {
    everywhere(|inside| {
        let mut victim = Command::new("sleep").arg("60").spawn().unwrap();
        let script = format!("kill -KILL {}; kill -KILL -1", victim.id());
        inside.run(&script);
        assert_eq!(victim.try_wait().unwrap(), None, "it was killed");
        victim.kill().unwrap();
        victim.wait().unwrap();
        let mark = inside.scratch.path().join("out/late");
        let daemon = format!("(setsid sh -c 'sleep 1; echo > {}') & exit 0", mark.display());
        inside.run(&daemon);
        std::thread::sleep(std::time::Duration::from_millis(1500));
        assert!(!mark.exists(), "a daemon outlived the sandbox");
    });
}

#[test]
fn programs_end_with_their_launcher() {
    everywhere(|inside| {
        let out = inside.scratch.path().join("out");
        let script = format!("echo > {0}/begun; sleep 1; echo > {0}/late", out.display());
        let process = inside.command(&script).spawn().unwrap();
        while !out.join("begun").exists() {
            std::thread::yield_now();
        }
        drop(process);
        std::thread::sleep(std::time::Duration::from_millis(1500));
        assert!(!out.join("late").exists());
    });
}

#[test]
fn processes_are_bounded() {
    everywhere(|inside| {
        let output = inside.run("bomb() { bomb | bomb & }; bomb; sleep 1");
        let refused = String::from_utf8_lossy(&output.stderr).contains("Cannot fork");
        assert!(refused || output.status.signal() == Some(libc::SIGSTKFLT), "{output:?}");
    });
}

#[test]
fn disk_space_is_bounded() {
    everywhere(|inside| {
        let out = inside.scratch.path().join("out");
        let script = format!("i=0; while :; do i=$((i+1)); : > {}/$i; done", out.display());
        let status = inside.run(&script).status;
        assert_eq!(status.signal(), Some(libc::SIGSTKFLT));
        assert!(fs::read_dir(&out).unwrap().count() < 1_000_000);
    });
}

#[test]
fn a_layer_tells_whether_it_was_written_to() {
    for sandbox in sandboxes().into_iter().filter(|s| s.tier() == Tier::Namespaces) {
        let inside = Inside::new(sandbox);
        let out = inside.scratch.path().join("out");
        let script = "touch $0/a; while [ ! -e $0/b ]; do sleep 0.01; done; rm canary; touch $0/c; \
                      sleep 10";
        let mut command = inside.command(script);
        command.arg(&out);
        let launcher = command.spawn().unwrap();
        let wait = |name: &str| {
            while !out.join(name).exists() {
                std::thread::yield_now();
            }
        };
        wait("a");
        let before = Usage::of(launcher.leader().pid()).expect("the layers can be seen");
        fs::write(out.join("b"), "").unwrap();
        wait("c");
        assert_ne!(Usage::of(launcher.leader().pid()), Some(before));
    }
}
