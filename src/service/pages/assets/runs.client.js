// Times are written in UTC, and shown in the reader's own zone, in the form in which all pages write days: 2026-04-30 15:05.
const { lang } = document.documentElement
const two = (number) => String(number).padStart(2, '0')
const formatOwnTime = (at) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
for (const time of document.querySelectorAll('time[datetime*="T"]')) {
  time.title = time.textContent ?? ''
  time.textContent = formatOwnTime(new Date(time.dateTime))
}

// A finding that a link leads to is opened.
const meant = location.hash.startsWith('#finding-') ? document.getElementById(location.hash.slice(1)) : null
meant?.querySelector('details')?.setAttribute('open', '')

const rowsMax = 200

// What happens in a run, as it happens.
const live = document.querySelector('[data-live]')
if (live) follow(live)

/** @param {Element} list */
function follow(list) {
  const source = new EventSource(list.getAttribute('data-live'))
  const words = JSON.parse(list.dataset.words)
  const say = (name, values = {}) => words[name].replaceAll(/\{(\w+)\}/g, (_, value) => values[value])
  const plurals = new Intl.PluralRules(lang)
  const countRequests = (count) => say(plurals.select(count) === 'one' ? 'request' : 'requests', { count })
  const formatSeconds = (ms) => (ms / 1000).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const requests = new Map()
  // What each request waited for, until it is sent.
  const waits = new Map()
  let ended = 0
  const row = (id) => list.querySelector(`[data-check="${CSS.escape(id)}"]`)
  const show = (id, status, note) => {
    const found = row(id)
    if (!found) return
    if (status) {
      const badge = list.querySelector('template').content.querySelector(`[data-of="${CSS.escape(status)}"]`)
      found.querySelector('[data-status]').replaceChildren(badge.cloneNode(true))
    }
    if (note !== undefined) found.querySelector('[data-note]').textContent = note
  }
  const on = (type, act) => source.addEventListener(type, (event) => act(JSON.parse(event.data)))
  const total = () => list.querySelectorAll('[data-check]:not([hidden])').length

  on('run.started', ({ checks }) => {
    const chosen = new Set(checks.map(({ id }) => id))
    for (const item of list.querySelectorAll('[data-check]')) item.hidden = !chosen.has(item.dataset.check)
    document.getElementById('run-state').textContent = say('asking')
    progress()
  })
  on('check.started', ({ checkId }) => show(checkId, 'running'))
  on('request', (request) => {
    const { checkId } = request
    trace(request)
    const count = (requests.get(checkId) ?? 0) + 1
    requests.set(checkId, count)
    show(checkId, undefined, countRequests(count))
  })
  on('wait', (wait) => {
    const { checkId, reason, delayMs } = wait
    waits.set(keyOf(wait), [...(waits.get(keyOf(wait)) ?? []), wait])
    show(checkId, undefined, say(reason === 'retry' ? 'retries' : 'limited', { seconds: formatSeconds(delayMs) }))
  })
  on('check.finished', ({ checkId, outcome }) => {
    ended++
    show(checkId, outcome.status, countRequests(outcome.requests))
    progress()
  })
  on('run.finished', () => {
    source.close()
    location.reload()
  })

  // As --trace on the command line, the newest first.
  function trace(request) {
    const { checkId, method, url, status, attempt, durationMs } = request
    const waited = waits.get(keyOf(request)) ?? []
    waits.delete(keyOf(request))
    const waitedMs = waited.reduce((sum, { delayMs }) => sum + delayMs, 0)
    const why = [...new Set(waited.map(explainWait))].join(', ')
    const cells = [
      checkId,
      status ?? say('noAnswer'),
      `${Math.round(durationMs)} ms`,
      waitedMs > 0 ? `${formatSeconds(waitedMs)} s: ${why}` : '',
      `${method} ${url}${attempt > 1 ? ` ${say('attempt', { attempt })}` : ''}`,
    ]
    const line = document.createElement('tr')
    for (const cell of cells) line.append(Object.assign(document.createElement('td'), { textContent: cell }))
    const body = list.querySelector('[data-trace]')
    body?.prepend(line)
    if (body && body.children.length > rowsMax) body.lastElementChild.remove()
  }

  function explainWait({ reason, status }) {
    if (reason === 'rate_limit') return say('rateLimit')
    return status === undefined ? say('retryAfterNone') : say('retryAfter', { status })
  }

  function progress() {
    const all = total()
    list.querySelector('[data-total]').textContent = say('ended', { ended, all })
    list.querySelector('[data-meter]')?.setAttribute('width', String(all === 0 ? 0 : (ended / all) * 100))
  }
}

/** A wait belongs to the request that it comes before. */
function keyOf({ checkId, method, url }) {
  return `${checkId} ${method} ${url}`
}
