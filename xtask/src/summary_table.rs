//! `cargo xtask summary-table`: runs and time of both engines of `coax explore` on packets of growing size, as
//! a table and a picture for `docs/summaries.md`.
//!
//! Invariant: every number comes from a report that coax has just written; a search that was not complete
//! has no number of runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

const PROGRAM: &str = "bench/summaries/packet.c";

const HEADING: &str = "\
| size | `dart`: runs | queries | time | `smart`: runs | of them in functions | queries | time | same branches and errors |
|--:|--:|--:|--:|--:|--:|--:|--:|---|";

/// What to measure, and with what.
#[derive(clap::Args)]
pub struct Options {
    /// The coax to use
    #[arg(long, default_value = "target/release/coax")]
    coax: PathBuf,

    /// The largest packet
    #[arg(long, default_value_t = 10)]
    size: u32,

    /// Budget of one run
    #[arg(long, default_value = "120s")]
    time: String,

    /// Where the picture goes
    #[arg(long)]
    picture: Option<PathBuf>,
}

/// Measures of the picture.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 310.0;

/// What one engine made of one packet.
struct Measured {
    runs: u64,
    summaries: u64,
    queries: u64,
    seconds: f64,
    is_complete: bool,
    /// Branches covered, and errors by kind and line.
    found: (Value, Vec<String>),
}

/// Measures everything and prints the table; fails if a run did.
pub fn run(root: &Path, options: &Options) -> ExitCode {
    match measure_all(root, options) {
        Ok(rows) => {
            let picture = options.picture.as_ref().map(|file| fs::write(file, picture(&rows)));
            if let Some(Err(error)) = picture {
                eprintln!("the picture: {error}");
                return ExitCode::FAILURE;
            }
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn measure_all(root: &Path, options: &Options) -> Result<Vec<(Measured, Measured)>, String> {
    println!("{HEADING}");
    let mut rows = Vec::new();
    for size in 1..=options.size {
        let dart = measure(root, options, size, "dart")?;
        let smart = measure(root, options, size, "smart")?;
        println!("{}", row(size, &dart, &smart));
        rows.push((dart, smart));
    }
    Ok(rows)
}

fn measure(root: &Path, options: &Options, size: u32, engine: &str) -> Result<Measured, String> {
    let out = std::env::temp_dir().join(format!("coax-summary-table-{}", std::process::id()));
    let mut command = Command::new(root.join(&options.coax));
    command.arg("explore").arg(root.join(PROGRAM)).arg("--out").arg(&out);
    command.args(["--engine", engine, "--jobs", "1", "--time", &options.time]);
    command.args(["--format", "json", "--no-progress", "--", &format!("-DN={size}")]);
    let output = command.output().map_err(|error| format!("coax: {error}"))?;
    let _ = fs::remove_dir_all(&out);
    // Errors found are no failure of the run.
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(format!("coax ended with {}", output.status));
    }
    let report = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(measured(&report))
}

fn measured(report: &Value) -> Measured {
    let unit = &report["units"][0];
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let warnings: &[Value] = report["warnings"].as_array().map_or(&[], Vec::as_slice);
    let mut errors: Vec<String> =
        warnings.iter().map(|warning| format!("{}:{}", warning["kind"], warning["line"])).collect();
    errors.sort();
    Measured {
        runs: number(&unit["runs"]),
        summaries: number(&unit["summaries"]),
        queries: number(&unit["solver"]["queries"]),
        seconds: unit["explored_s"].as_f64().unwrap_or(0.0),
        is_complete: unit["status"] == "complete",
        found: (report["coverage"]["branches"].clone(), errors),
    }
}

fn row(size: u32, dart: &Measured, smart: &Measured) -> String {
    let engine = |measured: &Measured| match measured.is_complete {
        true => [
            measured.runs.to_string(),
            measured.queries.to_string(),
            format!("{:.2} s", measured.seconds),
        ],
        false => [format!("> {}", measured.runs), String::new(), "not done".into()],
    };
    let ([runs, asked, time], [other_runs, other_asked, other_time]) =
        (engine(dart), engine(smart));
    let same = match (dart.is_complete && smart.is_complete, dart.found == smart.found) {
        (false, _) => "",
        (true, true) => "yes",
        (true, false) => "no",
    };
    format!(
        "| {size} | {runs} | {asked} | {time} | {other_runs} | {} | {other_asked} | {other_time} | {same} |",
        smart.summaries,
    )
}

/// Runs by size, on a logarithmic scale.
fn picture(rows: &[(Measured, Measured)]) -> String {
    let most = rows.iter().flat_map(|(a, b)| [a.runs, b.runs]).max().unwrap_or(1) as f64;
    let decades = most.log10().ceil().max(1.0);
    let x = |size: usize| LEFT + (WIDTH - LEFT - 20.0) * (size as f64 - 0.5) / rows.len() as f64;
    let y = |runs: f64| BOTTOM - (BOTTOM - 30.0) * runs.max(1.0).log10() / decades;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for decade in 0..=decades as i32 {
        let (at, label) = (y(10f64.powi(decade)), 10u64.pow(decade as u32));
        text.push_str(&format!(
            "<path d=\"M{LEFT} {at:.1}H620\" stroke=\"#ddd\"/>\
             <text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\n",
            at + 4.0
        ));
    }
    for size in 1..=rows.len() {
        text.push_str(&format!(
            "<text x=\"{:.1}\" y=\"328\" text-anchor=\"middle\">{size}</text>\n",
            x(size)
        ));
    }
    text.push_str(
        "<text x=\"340\" y=\"350\" text-anchor=\"middle\">characters in the packet</text>\n",
    );
    text.push_str(
        "<text x=\"60\" y=\"18\">runs (a search that ran out of time has no point)</text>\n",
    );
    let (dart, smart): (Vec<&Measured>, Vec<&Measured>) = rows.iter().map(|(a, b)| (a, b)).unzip();
    for (name, colour, all) in [("dart", "#c33", dart), ("smart", "#36c", smart)] {
        let points: Vec<(f64, f64)> = all
            .iter()
            .enumerate()
            .filter(|(_, measured)| measured.is_complete)
            .map(|(index, measured)| (x(index + 1), y(measured.runs as f64)))
            .collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        text.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            line.join(" ")
        ));
        for (x, y) in &points {
            text.push_str(&format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>\n"
            ));
        }
        if let Some((x, y)) = points.last() {
            text.push_str(&format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\" text-anchor=\"end\">{name}</text>\n",
                x - 8.0,
                y - 8.0
            ));
        }
    }
    text.push_str("</svg>\n");
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn report(runs: u64, status: &str) -> Value {
        json!({
            "units": [{
                "runs": runs, "summaries": 3, "status": status, "explored_s": 0.5,
                "solver": { "queries": 7 },
            }],
            "warnings": [{ "kind": "abort", "line": 4 }],
            "coverage": { "branches": { "covered": 1, "total": 2 } },
        })
    }

    #[test]
    fn a_row_has_both_engines() {
        let (dart, smart) = (measured(&report(10, "complete")), measured(&report(5, "complete")));
        let expected = "| 2 | 10 | 7 | 0.50 s | 5 | 3 | 7 | 0.50 s | yes |";
        assert_eq!(row(2, &dart, &smart), expected);
    }

    #[test]
    fn what_was_not_done_has_no_numbers() {
        let (dart, smart) = (measured(&report(10, "timeout")), measured(&report(5, "complete")));
        let expected = "| 2 | > 10 |  | not done | 5 | 3 | 7 | 0.50 s |  |";
        assert_eq!(row(2, &dart, &smart), expected);
        let drawn = picture(&[(dart, smart)]);
        assert_eq!(drawn.matches("<circle").count(), 1);
    }
}
