import { palette } from './palette.ts'

/** Style of the page: a plain background, one text colour, and colour for verdicts only. */
export const style = `${palette}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 9rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
header, main { max-width: 58rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2rem); }
header { display: flex; justify-content: space-between; gap: 1rem; padding-block: 1.25rem; font-size: .8125rem; color: var(--soft); }
header span:first-child { font-weight: 650; color: var(--ink); letter-spacing: .01em; }
header .brand { display: inline-flex; align-items: center; gap: .5rem; }
header img { width: auto; max-width: 10rem; height: 2rem; object-fit: contain; }
h1, h2, h3, h4, p, ul, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; }
ul { list-style: none; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { font-size: 1rem; font-weight: 600; line-height: 1.4; }
h4 { font-size: .8125rem; font-weight: 600; color: var(--soft); }
code, pre { font-family: var(--mono); font-size: .8125em; }
code, .who, .what, h3, p, dd { overflow-wrap: anywhere; }
[hidden] { display: none !important; }
.sr, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { position: fixed; top: .75rem; left: .75rem; z-index: 2; padding: .5rem .875rem; background: var(--sheet); color: var(--ink); border-radius: .375rem; }
:focus-visible { outline: 2px solid var(--error); outline-offset: 2px; border-radius: .25rem; }
.small, .eyebrow, .facts, .tally p { font-size: .875rem; color: var(--soft); }

.overview { padding-block: clamp(1rem, 4vw, 2.5rem) 2rem; }
.overview + .overview { border-top: 1px solid var(--line); }
.eyebrow { font-weight: 550; color: var(--ink); }
.eyebrow span { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
.verdict { margin-block: .375rem 1.25rem; max-width: 22ch; font: 500 clamp(1.75rem, 1.2rem + 2.6vw, 2.75rem)/1.14 var(--serif); letter-spacing: -.015em; text-wrap: balance; }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.75rem; }
.facts div { display: flex; align-items: baseline; gap: .5rem; min-width: 0; }
.facts dd { color: var(--ink); font-variant-numeric: tabular-nums; }

.tally { margin-top: 2rem; }
.tally svg { display: block; width: 100%; height: .5rem; border-radius: .25rem; overflow: hidden; }
.tally ul { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin-top: 1rem; }
.tally li { color: var(--tone); font-size: .9375rem; }
.tally li b { font: 500 1.75rem/1.2 var(--serif); font-variant-numeric: lining-nums tabular-nums; margin-right: .125rem; }
.tally p { margin-top: .25rem; }
.error { --tone: var(--error); } .fail { --tone: var(--fail); } .manual { --tone: var(--manual); }
.pass { --tone: var(--pass); } .not_applicable { --tone: var(--soft); }
rect { fill: var(--tone); }

.untold, .since { margin-top: 2rem; }
.untold { padding: 1.25rem clamp(1rem, 3vw, 1.5rem); background: color-mix(in oklab, var(--error) 7%, var(--sheet)); border: 1px solid color-mix(in oklab, var(--error) 25%, var(--line)); border-radius: .75rem; }
.untold h2 { color: var(--error); }
.untold > p { font-size: .875rem; color: var(--soft); }
.untold li { margin-top: 1rem; }
.untold li p { max-width: 70ch; }
.since h2 code { font-weight: 400; color: var(--soft); }
.changes { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-block: .375rem; font-size: .9375rem; }
.changes .none { color: var(--soft); }
.changes .none b { font-weight: 400; }
.changes .new b, .changes .regressed b { color: var(--fail); }
.changes .resolved b { color: var(--pass); }
.changes .unseen b { color: var(--error); }
.plain li { padding-block: .25rem; font-size: .875rem; }

search { display: contents; }
#filters { position: sticky; top: 0; z-index: 1; display: grid; grid-template-columns: minmax(12rem, 1fr) auto; gap: .625rem 1rem; align-items: center; margin-inline: calc(-1 * clamp(0rem, 2vw, 1rem)); padding: .875rem clamp(0rem, 2vw, 1rem) .75rem; background: var(--paper); border-block: 1px solid var(--line); font-size: .875rem; }
#filters .selects, #filters .line { grid-column: 1 / -1; }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; color: var(--soft); font-variant-numeric: tabular-nums; }
input[type=search], select { width: 100%; padding: .375rem .625rem; font: inherit; color: inherit; background: var(--sheet); border: 1px solid color-mix(in oklab, var(--soft) 55%, var(--line)); border-radius: .5rem; }
::placeholder { color: var(--soft); opacity: 1; }
fieldset { display: flex; flex-wrap: wrap; gap: .375rem; min-width: 0; }
.chip { position: relative; cursor: pointer; }
.chip input { position: absolute; inset: 0; opacity: 0; margin: 0; cursor: pointer; }
.chip span { display: block; padding: .25rem .75rem; border: 1px solid color-mix(in oklab, var(--tone) 40%, var(--line)); border-radius: 2rem; color: var(--tone); background: var(--sheet); }
.chip input:checked + span { background: var(--tone); border-color: var(--tone); color: var(--paper); }
.chip input:focus-visible + span { outline: 2px solid var(--error); outline-offset: 2px; }
.selects { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; color: var(--soft); }
.selects label { display: flex; align-items: center; gap: .5rem; min-width: 0; }
.selects select { width: auto; max-width: 12rem; color: var(--ink); padding-block: .25rem; }
button { padding: .125rem .25rem; font: inherit; color: var(--soft); background: none; border: 0; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: .2em; cursor: pointer; }
button:hover { color: var(--ink); text-decoration-color: currentColor; }

.of-run { margin-block: 2.5rem 0; font: 500 1.375rem/1.3 var(--serif); }
summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
.check { margin-top: .75rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem; }
#checks { padding-top: .5rem; }
.check > summary { display: grid; grid-template-columns: auto 1fr auto; align-items: baseline; gap: .125rem .75rem; padding: .875rem clamp(.875rem, 3vw, 1.25rem); }
.counts { font-size: .875rem; color: var(--soft); font-variant-numeric: tabular-nums; text-align: right; }
.mark { display: inline-grid; place-items: center; flex: none; width: 1.375rem; height: 1.375rem; font: 700 .8125rem/1 var(--sans); color: var(--tone); background: color-mix(in oklab, var(--tone) 13%, transparent); border-radius: .4375rem; }
.body { padding: 0 clamp(.875rem, 3vw, 1.25rem) 1rem; }
.lead { max-width: 72ch; margin-bottom: .5rem; color: var(--soft); }
.chips { display: flex; flex-wrap: wrap; gap: .25rem .875rem; font-size: .8125rem; color: var(--soft); }
.chips .control { color: var(--ink); }
.why { margin-top: .875rem; padding: .75rem 1rem; border-radius: .5rem; background: color-mix(in oklab, var(--error) 7%, var(--sheet)); }
.body > .small { margin-top: .75rem; }
.logs, .group { margin-top: .75rem; }
.group > summary, .logs > summary, .since summary, .inputs summary { width: fit-content; font-size: .8125rem; font-weight: 600; color: var(--soft); }
.group > summary { color: var(--tone); }
.group > summary::before, .logs > summary::before, .since summary::before, .inputs summary::before { content: ""; display: inline-block; width: .375em; height: .375em; margin: 0 .625em .125em .125em; border: solid currentColor; border-width: 1.5px 1.5px 0 0; transform: rotate(45deg); transition: transform .12s; }
.group[open] > summary::before, .logs[open] > summary::before, .since details[open] > summary::before, .inputs[open] > summary::before { transform: rotate(135deg); }
.group > ul { margin-top: .25rem; }
.group > ul > li { border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.75rem; }
.group > ul > li:first-child { border-top: 0; }
.result > summary { display: grid; grid-template-columns: auto minmax(0, 3fr) minmax(0, 2.5fr) 13rem; align-items: center; gap: .125rem .75rem; margin-inline: -.5rem; padding: .5625rem .5rem; border-radius: .5rem; }
.result > summary:hover { background: var(--well); }
.result .mark { width: 1.125rem; height: 1.125rem; font-size: .6875rem; border-radius: .375rem; }
.result .what { font-size: .9375rem; }
.who { color: var(--soft); font-size: .875rem; }
.tags { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .25rem .5rem; font-size: .75rem; color: var(--soft); }
.tags span { padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; }
.severity.critical, .severity.high { color: var(--fail); border-color: color-mix(in oklab, var(--fail) 40%, var(--line)) !important; }
.severity.critical { font-weight: 650; }
.severity.medium { color: var(--manual); border-color: color-mix(in oklab, var(--manual) 40%, var(--line)) !important; }
.more { display: grid; gap: .75rem; padding: .25rem 0 1.125rem 1.875rem; font-size: .9375rem; }
.more p { max-width: 72ch; }
.remedy, .waiver { padding-left: .875rem; border-left: 2px solid var(--pass); }
.waiver { border-color: var(--manual); }
pre { max-height: 26rem; overflow: auto; padding: .75rem .875rem; line-height: 1.5; background: var(--well); border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.more h4 + pre { margin-top: -.5rem; }
.ids { display: flex; flex-wrap: wrap; gap: .125rem 1.5rem; font-size: .8125rem; color: var(--soft); }
.ids div { display: flex; gap: .5rem; min-width: 0; }
#nothing { padding-block: 3rem; text-align: center; color: var(--soft); }
.about { margin-top: 2.5rem; padding-block: 1.25rem 3rem; border-top: 1px solid var(--line); }
.about details { margin-bottom: .75rem; }
.about pre { margin-top: .5rem; }

@media (max-width: 40rem) {
  header span:last-child { display: none; }
  #filters { position: static; grid-template-columns: minmax(0, 1fr); }
  .selects { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .selects label { display: block; }
  .selects select { width: 100%; max-width: none; margin-top: .125rem; }
  .facts { display: grid; gap: .25rem; }
  .facts dt { min-width: 6rem; }
  .tally ul { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .check > summary { grid-template-columns: auto 1fr; }
  .counts { grid-column: 2; text-align: left; }
  .result > summary { grid-template-columns: auto minmax(0, 1fr); align-items: baseline; }
  .result .who, .result .tags { grid-column: 2; justify-content: flex-start; }
  .more { padding-left: 0; }
  .facts div { display: grid; grid-template-columns: 6rem minmax(0, 1fr); }
}
@media (max-height: 36rem) { #filters { position: static; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print {
  :root { color-scheme: light; }
  @page { margin: 16mm 14mm; }
  body { background: #fff; font-size: 9.5pt; }
  header, main { max-width: none; padding-inline: 0; }
  #filters, .skip { display: none !important; }
  .check { break-inside: auto; border-color: #bbb; }
  .check > summary, .result > summary, h2, h3, h4 { break-after: avoid; }
  .untold li, .result, .more > * { break-inside: avoid; }
  pre { max-height: none; break-inside: auto; }
  .check::details-content, .group::details-content, .fail > ul .result::details-content, .manual > ul .result::details-content { content-visibility: visible; display: block; block-size: auto; }
  .group > ul > li { content-visibility: visible; }
  .mark, .untold, .why, rect, pre { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`
