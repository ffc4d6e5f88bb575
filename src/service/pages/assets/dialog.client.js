// The pages of the connect dialog: they open it with the token behind "#", wait for a window of a vendor, and tell the page
// of the host what came of it.

const view = globalThis.opener ?? (globalThis.parent === globalThis ? null : globalThis.parent)

/** To the one origin that the host's server named; a page of any other gets nothing. */
const tell = (origin, message) => view?.postMessage({ from: 'checkwright', ...message }, origin)

const opening = document.querySelector('form[data-dialog-open]')
const token = location.hash.slice(1)
if (opening && token !== '') {
  // It is not needed any more, and must not stay in the history.
  history.replaceState(null, '', location.pathname)
  opening.elements.token.value = token
  opening.requestSubmit()
}

const waiting = document.querySelector('[data-dialog-wait]')
if (waiting) {
  const look = async () => {
    const answer = await fetch(waiting.dataset.dialogWait, { cache: 'no-store' }).catch(() => undefined)
    const state = answer?.ok ? (await answer.json()).state : answer && 'over'
    if (state === undefined || state === 'waiting') setTimeout(look, 1_000)
    else location.assign(waiting.dataset.dialogNext)
  }
  setTimeout(look, 1_000)
}

const { dialogOrigin, connectionId, connector } = document.querySelector('[data-dialog-origin]')?.dataset ?? {}
if (connectionId !== undefined) tell(dialogOrigin, { type: 'connected', connectionId, connector })

for (const button of document.querySelectorAll('button[data-dialog-close]')) {
  button.hidden = view === null
  button.addEventListener('click', () => tell(button.dataset.dialogClose, { type: 'close' }))
}
