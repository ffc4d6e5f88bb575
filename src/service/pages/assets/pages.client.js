// What pages do better with a script. Every page is complete without it: a list is searched by its form, an address is
// shown by its button, and what cannot be done without a script (copying) has no button then.

/** A proposed time is one of the reader's own place. */
for (const input of document.querySelectorAll('input[data-own-zone]'))
  input.value = Intl.DateTimeFormat().resolvedOptions().timeZone || input.value

/** Choices that a vendor knows come after the page. What the person typed meanwhile stays. */
for (const section of document.querySelectorAll('[data-load]')) {
  let isTouched = false
  section.addEventListener('input', () => {
    isTouched = true
  })
  fetch(section.dataset.load)
    .then((answer) => (answer.ok ? answer.text() : ''))
    .then((text) => {
      const loaded = new DOMParser().parseFromString(text, 'text/html').getElementById(section.id)
      if (loaded && !isTouched && !section.contains(document.activeElement))
        section.replaceChildren(...loaded.childNodes)
    })
    .catch(() => undefined)
}

// What is wrong, or what came of it, is where who listens or uses the keyboard goes on.
document.querySelector('#refusal, #errors, #trial')?.focus()

/** The menu of the header closes as menus do: by Escape, and when the person goes on elsewhere. */
for (const menu of document.querySelectorAll('details.menu')) {
  const close = () => {
    menu.open = false
  }
  document.addEventListener('click', ({ target }) => menu.contains(target) || close())
  menu.addEventListener(
    'focusout',
    ({ relatedTarget }) => relatedTarget === null || menu.contains(relatedTarget) || close(),
  )
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    close()
    menu.querySelector('summary').focus()
  })
}

// Ctrl-K or ⌘K leads to the search from anywhere.
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const field = document.querySelector('input[data-find]')
  if (!field || key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
  event.preventDefault()
  // A narrow window has a page for it.
  if (field.checkVisibility()) field.focus()
  else location.assign(field.form.action)
})

for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent
  button.addEventListener('click', async () => {
    // Without an id, what stands before the button.
    const source = document.getElementById(button.dataset.copy) ?? button.previousElementSibling
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = button.dataset.copied
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
}

for (const input of document.querySelectorAll('input[data-filter]')) {
  const list = document.getElementById(input.dataset.filter)
  const entries = [...list.querySelectorAll('[data-search]')]
  const groups = [...list.querySelectorAll('[data-group]')]
  const found = document.getElementById('found')
  const plurals = new Intl.PluralRules(document.documentElement.lang)
  const filter = () => {
    const words = input.value.trim().toLowerCase().split(/\s+/)
    for (const entry of entries) entry.hidden = !words.every((word) => entry.dataset.search.includes(word))
    for (const group of groups) group.hidden = !group.querySelector('[data-search]:not([hidden])')
    // What is proposed to whoever has not asked yet.
    for (const section of document.querySelectorAll('[data-unasked]')) section.hidden = input.value.trim() !== ''
    const count = entries.filter((entry) => !entry.hidden).length
    const { one, many } = input.dataset
    found.textContent = (plurals.select(count) === 'one' ? one : many).replace('{count}', count)
  }
  // The page that a search led to holds no more than it found.
  if (input.value === '') input.addEventListener('input', filter)
}

for (const form of document.querySelectorAll('form[data-preview]')) {
  let pending
  const refresh = async () => {
    const fields = new FormData(form)
    // Nothing of the address is a secret, so that none goes along.
    for (const secret of form.querySelectorAll('input[type=password], textarea')) fields.delete(secret.name)
    const answer = await fetch(form.dataset.preview, { method: 'POST', body: new URLSearchParams(fields) })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const preview = page.getElementById('preview')
    if (preview) document.getElementById('preview').replaceChildren(...preview.childNodes)
  }
  form.addEventListener('input', () => {
    clearTimeout(pending)
    pending = setTimeout(refresh, 250)
  })
}

for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', ({ submitter }) => {
    if (submitter?.dataset.busy === undefined) return
    submitter.setAttribute('aria-busy', 'true')
    submitter.dataset.label = submitter.textContent
    submitter.textContent = submitter.dataset.busy
  })
}
// Who goes back finds the page as it was left.
addEventListener('pageshow', () => {
  for (const button of document.querySelectorAll('[aria-busy=true][data-label]')) {
    button.removeAttribute('aria-busy')
    button.textContent = button.dataset.label
  }
})

// One box ticks all others of its form.
for (const box of document.querySelectorAll('input[data-all]')) {
  const boxes = [...box.form.querySelectorAll(`input[name="${box.dataset.all}"][type=checkbox]`)]
  const show = () => {
    const ticked = boxes.filter((each) => each.checked).length
    box.checked = ticked > 0 && ticked === boxes.length
    box.indeterminate = ticked > 0 && ticked < boxes.length
  }
  box.addEventListener('change', () => {
    for (const each of boxes) each.checked = box.checked
  })
  box.form.addEventListener('change', show)
  show()
}

// A reviewer goes through accounts by the keyboard: J and K move, Space ticks, digits choose the decision.
for (const form of document.querySelectorAll('form[data-review]')) {
  const boxes = [...form.querySelectorAll('input[name=number]')]
  const radios = [...form.querySelectorAll('input[name=decision]')]
  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    const isTyping =
      target instanceof Element && target.matches('input:not([type=checkbox], [type=radio]), select, textarea')
    if (isTyping || altKey || ctrlKey || metaKey) return
    const at = boxes.indexOf(document.activeElement)
    const next = { j: at + 1, k: at < 0 ? 0 : at - 1 }[key]
    const radio = radios[Number(key) - 1]
    if (next !== undefined) boxes[Math.min(boxes.length - 1, Math.max(0, next))]?.focus()
    else if (/^[1-4]$/.test(key) && radio) {
      radio.checked = true
      form.querySelector('input[name=reason]').focus()
    } else return
    event.preventDefault()
  })
}
