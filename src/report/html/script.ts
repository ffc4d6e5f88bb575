/** Filters of the page, in plain script, which is put into the page unchanged. Without it the page is complete. */
export const script = `
'use strict'
const form = document.getElementById('filters')
const checks = [...document.querySelectorAll('details.check')].map((element) => ({
  element,
  controls: element.dataset.controls.split('\\n'),
  groups: [...element.querySelectorAll(':scope > .body > .group')].map((group) => ({
    element: group,
    summary: group.firstElementChild,
    label: group.firstElementChild.textContent,
    rows: [...group.lastElementChild.children].map((row) => ({ row, text: undefined, shown: true, ...row.dataset })),
  })),
}))
const folds = checks.flatMap(({ element, groups }) => [element, ...groups.map((group) => group.element)])
const before = new Map(folds.map((fold) => [fold, fold.open]))
const total = checks.reduce((sum, check) => sum + check.groups.reduce((inner, group) => inner + group.rows.length, 0), 0)
const number = (count) => count.toLocaleString('en')
const lower = (element) => element.textContent.toLowerCase()
const has = (each, words) => {
  each.text ??= lower(each.row)
  return words.every((word) => each.text.includes(word))
}
let wasFiltered = false

function apply() {
  const data = new FormData(form)
  const [text, severity, control, type, change, waived] = ['text', 'severity', 'control', 'type', 'change', 'waived'].map(
    (name) => data.get(name) || '',
  )
  const words = text.toLowerCase().split(/\\s+/).filter(Boolean)
  const wanted = new Set(data.getAll('status'))
  const isFiltered = words.length > 0 || wanted.size > 0 || [...form.querySelectorAll('select')].some((each) => each.value)
  const ofResults = type || change || waived === 'only'
  let shown = 0
  let shownChecks = 0
  for (const check of checks) {
    const { status, severity: ofCheck } = check.element.dataset
    const isOfControl = !control || check.controls.includes(control)
    const headText = words.length > 0 ? lower(check.element.firstElementChild) : ''
    const left = words.filter((word) => !headText.includes(word))
    let inCheck = 0
    for (const group of check.groups) {
      let inGroup = 0
      for (const each of group.rows) {
        const isShown =
          isOfControl &&
          (wanted.size === 0 || wanted.has(each.s)) &&
          (!severity || each.v === severity) &&
          (!type || each.t === type) &&
          (!change || each.c === change) &&
          (!waived || (waived === 'only') === (each.w !== '')) &&
          (left.length === 0 || has(each, left))
        if (each.shown !== isShown) each.row.hidden = !(each.shown = isShown)
        if (isShown) inGroup++
      }
      group.element.hidden = inGroup === 0
      const label = inGroup < group.rows.length ? number(inGroup) + ' of ' + group.label : group.label
      if (group.summary.textContent !== label) group.summary.textContent = label
      inCheck += inGroup
    }
    // A check that could not tell, or had nothing to judge, has an answer of its own.
    const ownAnswer = status === 'error' || check.groups.length === 0
    const isAsked =
      ownAnswer &&
      isOfControl &&
      !ofResults &&
      (wanted.size === 0 || wanted.has(status)) &&
      (!severity || ofCheck === severity) &&
      (left.length === 0 || left.every((word) => lower(check.element).includes(word)))
    check.element.hidden = inCheck === 0 && !isAsked
    if (!check.element.hidden) shownChecks++
    shown += inCheck
  }
  if (isFiltered) for (const fold of folds) fold.open = !fold.hidden
  else if (wasFiltered) for (const [fold, open] of before) fold.open = open
  wasFiltered = isFiltered
  document.getElementById('clear').hidden = !isFiltered
  document.getElementById('nothing').hidden = shownChecks > 0 || checks.length === 0
  const results = (count) => number(count) + (count === 1 ? ' result' : ' results')
  const inChecks = shownChecks === 1 ? ' in 1 check' : ' in ' + number(shownChecks) + ' checks'
  document.getElementById('count').textContent = isFiltered
    ? number(shown) + ' of ' + results(total) + inChecks
    : results(total) + inChecks
}

let timer
form.addEventListener('input', (event) => {
  clearTimeout(timer)
  timer = setTimeout(apply, event.target.type === 'search' ? 120 : 0)
})
form.addEventListener('submit', (event) => event.preventDefault())
document.getElementById('clear').addEventListener('click', () => {
  form.reset()
  apply()
  form.elements.text.focus()
})
document.getElementById('unfold').addEventListener('click', () => folds.forEach((fold) => { fold.open = true }))
document.getElementById('fold').addEventListener('click', () => folds.forEach((fold) => { fold.open = false }))
form.hidden = false
apply()
`
