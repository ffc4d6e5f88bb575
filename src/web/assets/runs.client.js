// Times in the reader's own zone.
const ownTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
for (const time of document.querySelectorAll('time[datetime]')) {
  time.title = time.textContent ?? ''
  time.textContent = ownTime.format(new Date(time.dateTime))
}

// A finding that a link leads to is opened.
const meant = location.hash.startsWith('#finding-') ? document.getElementById(location.hash.slice(1)) : null
meant?.querySelector('details')?.setAttribute('open', '')

// What happens in a run, as it happens.
const live = document.querySelector('[data-live]')
if (live) follow(live)

/** @param {Element} list */
function follow(list) {
  const source = new EventSource(list.getAttribute('data-live'))
  const requests = new Map()
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
    document.getElementById('run-state').textContent = 'Asking the vendor.'
    progress()
  })
  on('check.started', ({ checkId }) => show(checkId, 'running'))
  on('request', ({ checkId }) => {
    const count = (requests.get(checkId) ?? 0) + 1
    requests.set(checkId, count)
    show(checkId, undefined, `${count} ${count === 1 ? 'request' : 'requests'}`)
  })
  on('wait', ({ checkId, reason, delayMs }) => {
    const why = reason === 'retry' ? 'tries again' : 'waits for the vendor’s limit'
    show(checkId, undefined, `${why}, ${(delayMs / 1000).toFixed(1)} s`)
  })
  on('check.finished', ({ checkId, outcome }) => {
    ended++
    show(checkId, outcome.status, `${outcome.requests} ${outcome.requests === 1 ? 'request' : 'requests'}`)
    progress()
  })
  on('run.finished', () => {
    source.close()
    location.reload()
  })

  function progress() {
    const all = total()
    list.querySelector('[data-total]').textContent = `${ended} of ${all} checks have ended`
    list.querySelector('[data-meter]')?.setAttribute('width', String(all === 0 ? 0 : (ended / all) * 100))
  }
}
