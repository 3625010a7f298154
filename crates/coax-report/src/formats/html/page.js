// What the page does: shows the part of the run that its address names (`#findings`, `#finding/w3`, …).
//
// Text of the run is only ever set as text. Lists show a page at a time, sources the lines that are on the screen.
"use strict";

const run = JSON.parse(document.getElementById("data").textContent);
const main = document.getElementById("main");
const AT_ONCE = 200;
const ROW_HEIGHT = 20;
const AROUND = 4;

// --- elements ---------------------------------------------------------------------------------------

function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

const link = (address, text) => el("a", { href: "#" + address }, text);
const said = (text) => { document.getElementById("said").textContent = text; };
const counted = (number, thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
const percent = ({ covered, total }) => (total ? Math.floor((100 * covered) / total) : 100);

function bar(ratio) {
  if (!ratio || !ratio.total) return el("span", { class: "quiet" }, "–");
  const label = `${percent(ratio)} %: ${ratio.covered} of ${ratio.total}`;
  const filled = el("i", {});
  filled.style.width = percent(ratio) + "%";
  return el("span", { title: label }, el("span", { class: "bar", role: "img", "aria-label": label }, filled), ` ${percent(ratio)} %`);
}

function copied(text, label) {
  const button = el("button", { type: "button", "aria-label": "Copy " + label }, "Copy");
  button.addEventListener("click", () => {
    const area = el("textarea", {}, text);
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    button.focus();
    said(done ? label + " copied" : "the browser does not allow copying");
    button.textContent = done ? "Copied" : "Not allowed";
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  return el("div", { class: "with-copy" }, el("pre", { tabindex: "0" }, text), button);
}

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "" && value.length !== 0);
  return el("dl", {}, shown.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

// --- tables -----------------------------------------------------------------------------------------

// A table that sorts by its columns and shows a page of rows at a time. A column is
// { title, number, key(row), cell(row) }.
function table(caption, columns, rows) {
  const body = el("tbody", {});
  const more = el("button", { type: "button" }, "Show more");
  let order = rows.slice();
  let shown = 0;
  const add = () => {
    for (const row of order.slice(shown, shown + AT_ONCE)) {
      body.append(el("tr", {}, columns.map((column) => el("td", { class: column.number ? "number" : "name" }, column.cell(row)))));
    }
    shown = Math.min(shown + AT_ONCE, order.length);
    more.hidden = shown >= order.length;
    more.textContent = `Show more (${(order.length - shown).toLocaleString("en")} left)`;
  };
  const heads = columns.map((column) => {
    const head = el("th", { scope: "col", class: column.number ? "number" : false });
    const sort = () => {
      const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", direction);
      order = sorted(rows, column.key, direction === "ascending" ? 1 : -1);
      body.replaceChildren();
      shown = 0;
      add();
    };
    head.append(column.key ? el("button", { type: "button", onclick: sort }, column.title) : column.title);
    return head;
  });
  more.addEventListener("click", add);
  add();
  const whole = el("table", {}, el("caption", { class: "only-heard" }, caption), el("thead", {}, el("tr", {}, heads)), body);
  return el("div", {}, el("div", { class: "scroll" }, whole), more);
}

function sorted(rows, key, direction) {
  const compare = (a, b) => (typeof a === "number" ? a - b : String(a).localeCompare(String(b)));
  return rows.slice().sort((a, b) => direction * compare(key(a), key(b)));
}

// Rows that hold all words of a search and have the chosen values, in a table that follows the choice.
function filtered(what, rows, text, choices, columns) {
  const place = el("div", {});
  const count = el("p", { class: "quiet", role: "status" });
  const search = el("input", { type: "search", autocomplete: "off" });
  const texts = rows.map((row) => text(row).toLowerCase());
  const selects = choices.map(([title, of]) => {
    const values = [...new Set(rows.map(of))].sort();
    const select = el("select", {}, el("option", { value: "" }, "all"), values.map((value) => el("option", { value }, value)));
    return { title, of, select, useful: values.length > 1 };
  }).filter((choice) => choice.useful);
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = rows.filter((row, index) =>
      selects.every(({ of, select }) => !select.value || of(row) === select.value) && words.every((word) => texts[index].includes(word)));
    count.textContent = `${chosen.length.toLocaleString("en")} of ${counted(rows.length, what)}`;
    place.replaceChildren(table(what, columns, chosen));
  };
  let pending = 0;
  search.addEventListener("input", () => { clearTimeout(pending); pending = setTimeout(show, 80); });
  selects.forEach(({ select }) => select.addEventListener("change", show));
  const label = (title, control) => el("label", {}, title, control);
  show();
  return el("div", {},
    el("div", { class: "filters", role: "search" }, label("Search", search), selects.map(({ title, select }) => label(title, select))),
    count, place);
}

// --- sources ----------------------------------------------------------------------------------------

const sources = new Map(run.sources.map((source, index) => [source.name, { ...source, index }]));

function place(file, line, column) {
  const text = !line ? file : `${file}:${line}${column ? ":" + column : ""}`;
  const source = sources.get(file);
  return source && line ? link(`source/${source.index}/${line}`, text) : el("span", {}, text);
}

function lines(source) {
  return source.blocks.flatMap((block) => block.lines.map((text, at) => ({ number: block.from + at, text })));
}

function row(source, { number, text }, here, found) {
  const hits = source.coverage?.hits[number];
  const sides = source.coverage?.sides[number];
  const kind = hits === undefined ? "" : hits > 0 ? " run" : " not-run";
  const half = sides && sides[0] < sides[1] ? " half" : "";
  const mark = found?.length ? link("finding/" + found[0].id, "  ◀ " + found.map(({ id, kind }) => `${id} ${kind}`).join(", ")) : null;
  const cells = source.coverage
    ? [el("span", { title: "how often the line was run" }, hits === undefined ? "" : String(hits)),
      el("span", { title: "sides of branches taken" }, sides ? `${sides[0]}/${sides[1]}` : "")]
    : [];
  return el("div", { class: "row" + kind + half + (number === here ? " here" : "") + (source.coverage ? "" : " plain") },
    el("span", {}, String(number)), cells, el("span", {}, text, mark));
}

// The lines around one place.
function excerpt(file, line) {
  const source = sources.get(file);
  if (!source || !line) return null;
  const near = lines(source).filter(({ number }) => Math.abs(number - line) <= AROUND);
  const plain = { ...source, coverage: null };
  return near.length ? el("div", { class: "source", tabindex: "0" }, near.map((each) => row(plain, each, line))) : null;
}

// A file of any length: its lines are made when they come onto the screen.
function wholeSource(source, here) {
  const found = new Map();
  run.findings.filter(({ file }) => file === source.name).forEach((finding) => {
    found.set(finding.line, [...(found.get(finding.line) ?? []), finding]);
  });
  const view = el("div", { class: "source", tabindex: "0", "aria-label": "source of " + source.name });
  const fill = (chunk) => {
    watcher.unobserve(chunk);
    chunk.style.height = "";
    chunk.replaceChildren(...chunk.rows.map((each) => row(source, each, here, found.get(each.number))));
  };
  const watcher = new IntersectionObserver((entries) => {
    entries.filter((entry) => entry.isIntersecting).forEach((entry) => fill(entry.target));
  }, { rootMargin: "600px" });
  let last = 0;
  let target = null;
  for (const block of source.blocks) {
    if (block.from > last + 1) view.append(el("div", { class: "gap" }, "…"));
    for (let at = 0; at < block.lines.length; at += AT_ONCE) {
      const texts = block.lines.slice(at, at + AT_ONCE);
      const chunk = el("div", { class: "chunk" });
      chunk.rows = texts.map((text, offset) => ({ number: block.from + at + offset, text }));
      chunk.style.height = texts.length * ROW_HEIGHT + "px";
      if (chunk.rows.some(({ number }) => number === here)) target = chunk;
      watcher.observe(chunk);
      view.append(chunk);
    }
    last = block.from + block.lines.length - 1;
  }
  const scroll = () => {
    if (!target) return;
    fill(target);
    target.querySelector(".here").scrollIntoView({ block: "center" });
  };
  return { view, scroll };
}

// --- parts ------------------------------------------------------------------------------------------

const JUDGED = { confirmed: "bad", "not-judged": "warn", refuted: "good" };
const GRADES = { defect: "bad", misuse: "warn", unexplained: "" };
const tag = (text, kind) => el("span", { class: "tag " + (kind ?? "") }, text);
const verdict = ({ judged, grade }) => (judged === "confirmed" && grade ? tag(grade, GRADES[grade]) : tag(judged, JUDGED[judged]));
const counts = (standing) => standing === "" || standing === "new";
const verdictWord = ({ judged, grade }) => (judged === "confirmed" && grade ? grade : judged);

function tally(rows, of) {
  const counts = new Map();
  rows.forEach((each) => counts.set(of(each), (counts.get(of(each)) ?? 0) + 1));
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function overview() {
  const tile = (number, text, address) => el("div", { class: "tile" }, el("b", {}, number), address ? link(address, text) : text);
  const confirmed = run.findings.filter(({ judged, standing }) => judged === "confirmed" && counts(standing));
  const tiles = tally(confirmed, verdictWord).map(([word, number]) =>
    tile(number.toLocaleString("en"), word === "confirmed" ? "places with an error" : `${word}${number === 1 ? "" : "s"}`, "findings"));
  if (!confirmed.length) tiles.push(tile("0", "errors"));
  const open = run.findings.filter(({ judged }) => judged === "not-judged").length;
  const apart = tally(run.findings.filter(({ judged, standing }) => judged === "confirmed" && !counts(standing)), ({ standing }) => standing);
  apart.forEach(([word, number]) => tiles.push(tile(number.toLocaleString("en"), word, "findings")));
  if (open) tiles.push(tile(open.toLocaleString("en"), "not judged", "findings"));
  tiles.push(tile(run.functions.length.toLocaleString("en"), run.functions.length === 1 ? "function" : "functions", "functions"));
  tiles.push(tile(run.tests.length.toLocaleString("en"), run.tests.length === 1 ? "test" : "tests", "tests"));
  if (run.coverage) tiles.push(tile(percent(run.coverage.branches) + " %", "of branches covered", "sources"));
  tiles.push(tile(run.elapsed_s.toFixed(1) + " s", "taken"));
  return [el("h1", {}, `coax ${run.command}`), el("div", { class: "tiles" }, tiles),
    kindsFound(confirmed), earlier(), filesCovered(), overTime(), incomplete(), remarks(), options()];
}

// What a baseline has and this run does not.
function earlier() {
  const gone = [["fixed", run.earlier?.fixed ?? []], ["not seen", run.earlier?.not_seen ?? []]];
  const rows = gone.flatMap(([what, all]) => all.map((one) => ({ what, ...one })));
  if (!rows.length) return null;
  return section("Findings of the baseline that are not here", table("findings of the baseline that are not here", [
    { title: "", cell: ({ what }) => tag(what, what === "fixed" ? "good" : "") },
    { title: "kind", key: ({ kind }) => kind, cell: ({ kind }) => el("code", {}, kind) },
    { title: "function", key: (each) => each.function, cell: (each) => el("code", {}, each.function) },
    { title: "place", key: ({ file }) => file, cell: ({ file, line }) => `${file}:${line}` },
    { title: "because", cell: ({ because }) => because ?? "its test passes" },
  ], rows));
}

function section(title, ...children) {
  return el("section", {}, el("h2", {}, title), children);
}

function kindsFound(confirmed) {
  if (!confirmed.length) return null;
  return section("Errors by kind", table("errors by kind", [
    { title: "kind", key: ([kind]) => kind, cell: ([kind]) => el("code", {}, kind) },
    { title: "places", number: true, key: ([, number]) => number, cell: ([, number]) => String(number) },
    { title: "what it is", cell: ([kind]) => run.kinds[kind]?.title ?? "" },
  ], tally(confirmed, ({ kind }) => kind)));
}

const covered = () => [...sources.values()].filter(({ coverage }) => coverage);

function filesCovered() {
  const files = covered();
  if (!files.length) return null;
  return section("Coverage, measured natively", table("coverage by file", [
    { title: "file", key: ({ name }) => name, cell: ({ name, index }) => link("source/" + index, name) },
    { title: "branches", key: ({ coverage }) => percent(coverage.branches), cell: ({ coverage }) => bar(coverage.branches) },
    { title: "lines", key: ({ coverage }) => percent(coverage.lines), cell: ({ coverage }) => bar(coverage.lines) },
  ], files));
}

function overTime() {
  const points = run.coverage_over_time;
  if (points.length < 2) return null;
  const [width, height, left, bottom] = [720, 240, 48, 28];
  const [seconds, most] = [Math.max(run.elapsed_s, points.at(-1)[0]) || 1, points.at(-1)[1] || 1];
  const x = (second) => left + (second / seconds) * (width - left - 12);
  const y = (sides) => height - bottom - (sides / most) * (height - bottom - 12);
  const steps = [[0, 0], ...points, [seconds, points.at(-1)[1]]].flatMap(([second, sides], index, all) =>
    (index ? [[x(second), y(all[index - 1][1])]] : []).concat([[x(second), y(sides)]]));
  const svg = (tag, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const label = `Sides of branches covered: ${most} after ${points.at(-1)[0].toFixed(1)} seconds`;
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  chart.append(svg("line", { x1: left, y1: y(0), x2: width - 12, y2: y(0) }), svg("line", { x1: left, y1: y(0), x2: left, y2: y(most) }),
    svg("text", { x: left - 6, y: y(most) + 4, "text-anchor": "end" }, most), svg("text", { x: left - 6, y: y(0) + 4, "text-anchor": "end" }, 0),
    svg("text", { x: width - 12, y: height - 8, "text-anchor": "end" }, seconds.toFixed(0) + " s"),
    svg("polyline", { points: steps.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ") }));
  return section("Sides of branches covered, over time", chart);
}

function incomplete() {
  const reasons = tally(run.functions.filter(({ because }) => because), ({ because }) => because);
  if (!reasons.length) return null;
  return section("What was not explored to its end", table("reasons", [
    { title: "because", key: ([because]) => because, cell: ([because]) => because },
    { title: "functions", number: true, key: ([, number]) => number, cell: ([, number]) => String(number) },
  ], reasons));
}

function remarks() {
  return run.notes.length ? section("Remarks", el("ul", {}, run.notes.map((note) => el("li", {}, note)))) : null;
}

function options() {
  const shown = Object.entries(run.options).filter(([, value]) => value !== null && value !== false && value?.length !== 0);
  const word = (value) => (typeof value === "string" ? value : JSON.stringify(value));
  return section("How it was run", el("details", {}, el("summary", {}, `${run.tool}, seed ${run.seed}`),
    facts([["sandbox", run.sandbox], ["exit code", String(run.exit_code)], ...shown.map(([name, value]) => [name, word(value)])])));
}

function findings() {
  if (!run.findings.length) return [el("h1", {}, "Findings"), el("p", {}, "Nothing was found.")];
  const text = (finding) => [finding.id, finding.kind, verdictWord(finding), finding.function, `${finding.file}:${finding.line}`, finding.message].join(" ");
  return [el("h1", {}, "Findings"), filtered("finding", run.findings, text, [
    ["Verdict", verdictWord], ["Standing", ({ standing }) => standing], ["Kind", ({ kind }) => kind], ["File", ({ file }) => file],
  ], [
    { title: "", cell: (each) => [verdict(each), each.standing ? [" ", tag(each.standing, "")] : null] },
    { title: "kind", key: ({ kind }) => kind, cell: ({ id, kind }) => link("finding/" + id, kind) },
    { title: "what", key: ({ message }) => message, cell: ({ message }) => message },
    { title: "function", key: (each) => each.function, cell: (each) => el("code", {}, each.function) },
    { title: "place", key: ({ file, line }) => file + String(line).padStart(9, "0"), cell: ({ file, line }) => place(file, line) },
  ])];
}

function finding(id) {
  const found = run.findings.find((each) => each.id === id);
  if (!found) return [el("h1", {}, "There is no finding " + id)];
  const at = run.findings.indexOf(found);
  const step = (to, text) => (run.findings[to] ? link("finding/" + run.findings[to].id, text) : el("span", { class: "quiet" }, text));
  const kind = run.kinds[found.kind];
  return [el("p", {}, step(at - 1, "← previous"), " · ", step(at + 1, "next →")),
    el("h1", {}, found.message), facts([
      ["verdict", verdict(found)], ["kind", el("code", {}, found.kind)], ["place", place(found.file, found.line, found.column)],
      ["function", el("code", {}, found.function)], ["natively", found.native], ["it takes", found.needs.join(", ")],
      ["also from", found.also_from.join(", ")], ["also at line", found.also_at.join(", ")],
      ["standing", found.standing], ["ignored because", found.ignored_because], ["fingerprint", found.fingerprint && el("code", {}, found.fingerprint)],
    ]),
    found.inputs.length ? section("Inputs", el("pre", { tabindex: "0" }, found.inputs.join("\n"))) : null,
    calls(found),
    found.commands.length ? section("To see it", found.commands.map((command) => copied(command, "the command"))) : null,
    found.test ? section("The test", testText(found.test)) : null,
    kind ? section("The rule", el("p", {}, kind.rule + "."), el("p", {}, kind.advice)) : null];
}

function calls(found) {
  const frames = found.calls.length ? found.calls.slice().reverse() : [{ file: found.file, line: found.line, function: found.function }];
  return section(frames.length > 1 ? "The calls that lead there" : "Where it happens", el("ol", { class: "steps" }, frames.map((frame) =>
    el("li", {}, el("p", {}, el("code", {}, frame.function), " at ", place(frame.file, frame.line)), excerpt(frame.file, frame.line)))));
}

function testText({ file, text }) {
  const name = el("p", {}, el("code", {}, file));
  return [name, text === null ? el("p", { class: "quiet" }, "The file is not in this page.") : copied(text, "the test")];
}

function functions() {
  const checked = run.functions.some(({ checks }) => checks);
  const columns = [
    { title: "function", key: ({ name }) => name, cell: ({ name }) => el("code", {}, name) },
    { title: "place", key: ({ file, line }) => file + String(line).padStart(9, "0"), cell: ({ file, line }) => place(file, line) },
    { title: "status", key: ({ status }) => status, cell: ({ status, because, notes }) => el("span", { title: notes.join("\n") || false }, because ? `${status}: ${because}` : status) },
    { title: "branches", key: ({ branches }) => (branches ? percent(branches) : -1), cell: ({ branches }) => bar(branches) },
    { title: "paths", number: true, key: ({ paths }) => paths, cell: ({ paths }) => paths.toLocaleString("en") },
    { title: "tests", number: true, key: ({ tests }) => tests, cell: ({ tests }) => String(tests) },
    { title: "errors", number: true, key: ({ errors }) => errors, cell: ({ errors }) => String(errors) },
    { title: "time", number: true, key: (each) => each.explored_s, cell: (each) => each.explored_s.toFixed(2) + " s" },
  ];
  const verified = ["checks", "verified", "verified if", "open"].map((title, index) =>
    ({ title, number: true, key: ({ checks }) => checks?.[index] ?? -1, cell: ({ checks }) => (checks ? String(checks[index]) : "–") }));
  const shown = checked ? [...columns.slice(0, 2), ...verified] : columns;
  return [el("h1", {}, "Functions"), filtered("function", run.functions, ({ name, file, because }) => `${name} ${file} ${because}`,
    [["Status", ({ status }) => status], ["File", ({ file }) => file]], shown)];
}

function tests() {
  return [el("h1", {}, "Tests"), filtered("test", run.tests, ({ id, unit, steps, inputs }) => [id, unit, ...steps, ...inputs].join(" "),
    [["Outcome", ({ outcome }) => outcome], ["Function", ({ unit }) => unit]], [
      { title: "test", key: ({ id }) => Number(id.slice(1)) || id, cell: ({ id }) => link("test/" + id, id) },
      { title: "function", key: ({ unit }) => unit, cell: ({ unit }) => el("code", {}, unit) },
      { title: "outcome", key: ({ outcome }) => outcome, cell: ({ outcome }) => tag(outcome, { normal: "good", error: "bad" }[outcome] ?? "warn") },
      { title: "what it does", cell: ({ steps, inputs }) => el("span", { class: "mono brief" }, (steps.length ? steps : inputs).join("; ").slice(0, 300)) },
    ])];
}

function test(id) {
  const found = run.tests.find((each) => each.id === id);
  if (!found) return [el("h1", {}, "There is no test " + id)];
  const list = found.steps.length ? found.steps : found.inputs;
  return [el("h1", {}, `Test ${id} of ${found.unit}`), facts([["outcome", found.outcome]]),
    list.length ? section(found.steps.length ? "Calls" : "Inputs", el("pre", { tabindex: "0" }, list.join("\n"))) : null,
    section("The file", testText(found.test))];
}

function sourceList() {
  if (!sources.size) return [el("h1", {}, "Sources"), el("p", {}, "No source could be read when this page was made.")];
  const number = (name) => run.findings.filter(({ file }) => file === name).length;
  return [el("h1", {}, "Sources"), filtered("file", [...sources.values()], ({ name }) => name, [], [
    { title: "file", key: ({ name }) => name, cell: ({ name, index }) => link("source/" + index, name) },
    { title: "findings", number: true, key: ({ name }) => number(name), cell: ({ name }) => String(number(name)) },
    { title: "branches", key: ({ coverage }) => (coverage ? percent(coverage.branches) : -1), cell: ({ coverage }) => bar(coverage?.branches) },
    { title: "lines", key: ({ coverage }) => (coverage ? percent(coverage.lines) : -1), cell: ({ coverage }) => bar(coverage?.lines) },
  ])];
}

function source(index, line) {
  const found = run.sources[Number(index)];
  if (!found) return { parts: [el("h1", {}, "There is no such file")] };
  const { view, scroll } = wholeSource(found, Number(line) || 0);
  const units = run.functions.filter(({ file, because }) => file === found.name && because);
  const open = units.length ? el("details", {}, el("summary", {}, counted(units.length, "function") + " not explored to the end"),
    el("ul", {}, units.map((each) => el("li", {}, place(each.file, each.line), " ", el("code", {}, each.name), ": ", each.because)))) : null;
  const legend = found.coverage ? facts([["branches", bar(found.coverage.branches)], ["lines", bar(found.coverage.lines)]]) : null;
  return { parts: [el("h1", {}, found.name), legend, open, view], after: line ? scroll : null };
}

// --- addresses --------------------------------------------------------------------------------------

const PARTS = [["overview", "Overview"], ["findings", `Findings (${run.findings.length})`], ["functions", "Functions"],
  ["tests", `Tests (${run.tests.length})`], ["sources", "Sources"]];
const BELOW = { finding: "findings", test: "tests", source: "sources" };

function parts(name, rest) {
  switch (name) {
    case "findings": return { parts: findings() };
    case "finding": return { parts: finding(rest[0]) };
    case "functions": return { parts: functions() };
    case "tests": return { parts: tests() };
    case "test": return { parts: test(rest[0]) };
    case "sources": return { parts: sourceList() };
    case "source": return source(rest[0], rest[1]);
    default: return { parts: overview() };
  }
}

function show(isFirst) {
  const [name, ...rest] = decodeURIComponent(location.hash.slice(1) || "overview").split("/");
  if (name === "main") return;
  const current = BELOW[name] ?? name;
  document.getElementById("parts").replaceChildren(...PARTS.map(([part, title]) =>
    el("li", {}, el("a", { href: "#" + part, "aria-current": part === current ? "page" : false }, title))));
  const { parts: shown, after } = parts(name, rest);
  main.replaceChildren(...shown.flat().filter(Boolean));
  scrollTo(0, 0);
  if (!isFirst) main.focus({ preventScroll: true });
  after?.();
}

document.getElementById("brand").textContent = "Coax";
addEventListener("hashchange", () => show(false));
show(true);
