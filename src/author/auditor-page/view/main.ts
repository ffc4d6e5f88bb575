import { looksLikePackage } from '../../../evidence/package/package-file.ts'
import { openArchiveBundle, openFiles, openPackageFiles } from '../blob-source.ts'
import { canVerify, keepKeys, readTrust, trustNobody } from '../web-keys.ts'
import { type ChosenLog, openChosenLog } from './chosen-log.ts'
import { append, type Content, createElement, createLongList, openAll } from './element.ts'
import { toText } from './format-value.ts'
import { type ChosenContent, type ChosenEvidence, type ChosenFile, gatherContent } from './gather-files.ts'
import { readDropped } from './read-dropped.ts'
import { createBundle } from './show-bundle.ts'
import { createId } from './show-checks.ts'
import { createCheckpoints, createLeftProofs } from './show-log.ts'
import { createPackage } from './show-package.ts'
import { createVerdictBox, type TrustChoice } from './show-verdict.ts'
import { createWords, languages, type PageWords } from './words.ts'

/** What the person did so far; the page is made of it again when they choose another language. */
const state: { words: PageWords; judge: TrustChoice; key: string; chosen: ChosenContent | undefined } = {
  words: createWords(navigator.language.startsWith('de') ? 'de' : 'en'),
  judge: { trust: trustNobody, asked: false, able: await canVerify() },
  key: '',
  chosen: undefined,
}

const result = createElement('section', { 'aria-live': 'polite' })

function showPage(): void {
  const { texts, language } = state.words
  document.documentElement.lang = language
  document.title = `Checkwright · ${texts.title}`
  const main = createElement('main', {}, createStart(), createKeyForm(), createChooser(), result)
  document.body.replaceChildren(createHeader(), main)
  void showResult()
}

function createHeader(): Content & Node {
  const { texts, language } = state.words
  const buttons = (['en', 'de'] as const).map((each) => {
    const button = createElement('button', { type: 'button', lang: each }, languages[each])
    button.disabled = each === language
    button.addEventListener('click', () => {
      state.words = createWords(each)
      showPage()
    })
    return button
  })
  return createElement(
    'header',
    {},
    createElement('p', { class: 'brand' }, 'Checkwright'),
    createElement('nav', { 'aria-label': texts.language }, ...buttons),
  )
}

function createStart(): Content {
  const { texts } = state.words
  return createElement(
    'section',
    {},
    createElement('h1', {}, texts.title),
    createElement('p', { class: 'lead' }, texts.lead),
    state.judge.able ? undefined : createVerdictBox('unknown', texts.cannotTellBrowser),
    createElement('h2', {}, texts.beforeYouBegin),
    createElement('p', {}, createElement('strong', {}, texts.getItFromTheProject)),
    createElement('p', {}, texts.compareTheDigest),
    createElement(
      'pre',
      { tabindex: '0' },
      ['shasum -a 256 auditor.html', 'sha256sum auditor.html', 'Get-FileHash auditor.html'].join('\n'),
    ),
  )
}

/** Without Ed25519 no key can be read, whatever was given. */
function sayUnreadable({ judge, words: { texts } }: Pick<typeof state, 'judge' | 'words'>): string {
  return judge.able ? texts.keyUnreadable : texts.cannotTellBrowser
}

/** Trusts what a text says, and shows it in the form. */
let useKey: (text: string) => Promise<void> = async () => undefined

function createKeyForm(): Content {
  const { texts } = state.words
  const input = createElement('textarea', { id: createId(), rows: '2', autocomplete: 'off', spellcheck: 'false' })
  input.value = state.key
  const status = createElement('p', { 'aria-live': 'polite', class: 'differs' })
  const use = async (text: string) => {
    const trust = await readTrust(text)
    state.key = text
    input.value = text
    status.textContent = trust === undefined && text.trim() !== '' ? sayUnreadable(state) : ''
    state.judge = { ...state.judge, trust: trust ?? trustNobody, asked: trust !== undefined }
    await showResult()
  }
  useKey = use
  const button = createElement('button', { type: 'button' }, texts.useKey)
  button.addEventListener('click', () => void use(input.value))
  return createElement(
    'section',
    {},
    createElement('h2', {}, texts.whomYouTrust),
    createElement('p', {}, texts.askTheSigner),
    createElement('label', { for: input.id }, texts.keyOrFingerprint),
    input,
    button,
    status,
  )
}

function createChooser(): Content {
  const { texts } = state.words
  const open = async (giving: Promise<readonly ChosenFile[]>) => {
    const before = state.chosen
    state.chosen = undefined
    turn++
    result.replaceChildren(createElement('p', { role: 'status' }, texts.reading))
    try {
      const { key, ...chosen } = await gatherContent(await giving)
      const isKeyAlone = key !== undefined && isNothing(chosen)
      state.chosen = isKeyAlone ? (before ?? chosen) : chosen
      if (key !== undefined) return await useKey(key)
    } catch (error) {
      return result.replaceChildren(createVerdictBox('unknown', texts.unreadable({ because: toText(String(error)) })))
    }
    await showResult()
  }
  const choose = (label: string, folder: boolean) => {
    const input = createElement('input', { type: 'file', id: createId(), multiple: true, webkitdirectory: folder })
    input.addEventListener('change', () => {
      const files = Array.from(input.files ?? [], (file) => ({
        path: file.webkitRelativePath || file.name,
        blob: file,
      }))
      return open(Promise.resolve(files))
    })
    return createElement('div', {}, createElement('label', { for: input.id }, label), input)
  }
  const area = createElement(
    'section',
    { class: 'drop' },
    createElement('h2', {}, texts.whatYouGot),
    createElement('p', {}, texts.dropHere),
    choose(texts.chooseFiles, false),
    choose(texts.chooseFolder, true),
  )
  area.addEventListener('dragover', (event) => event.preventDefault())
  area.addEventListener('drop', async (event) => {
    event.preventDefault()
    if (event.dataTransfer) await open(readDropped(event.dataTransfer.items))
  })
  return area
}

function isNothing({ evidence, proofs, checkpoints, others }: ChosenContent): boolean {
  return evidence.length + proofs.length + checkpoints.length + others.length === 0
}

let turn = 0

/** Shows what was chosen; a choice that was replaced meanwhile shows nothing. */
async function showResult(): Promise<void> {
  const own = ++turn
  const { words, judge, chosen } = state
  if (chosen === undefined) return
  const { evidence, proofs, checkpoints, others } = chosen
  const { trust, known } = keepKeys(judge.trust)
  const log = openChosenLog(proofs)
  const parts: Content[] = []
  for (const each of evidence) parts.push(await createEvidence(each, { ...judge, trust }, log, words))
  parts.push(...(await createCheckpoints(checkpoints, log, known, words)), ...createLeftProofs(log, words))
  if (own !== turn) return
  result.replaceChildren()
  append(result, [
    createElement('h2', {}, words.texts.result),
    parts.length > 0 ? parts : createElement('p', { role: 'alert' }, words.texts.nothingFound),
    others.length > 0 ? createOthers(others, words) : undefined,
  ])
}

/** What the person gave and the page did not look at. */
function createOthers(names: readonly string[], { texts, showMore }: PageWords): Content {
  return [
    createElement('p', { class: 'part' }, texts.leftOut),
    createLongList(names, (name) => createElement('p', {}, createElement('code', {}, name)), showMore),
  ]
}

async function createEvidence(
  chosen: ChosenEvidence,
  judge: TrustChoice,
  log: ChosenLog,
  words: PageWords,
): Promise<Content> {
  const { name, archive, files, problems } = chosen
  const content = async () => {
    try {
      if (looksLikePackage([...files.keys()]))
        return await createPackage(name, openPackageFiles(name, chosen, archive), judge, log, words)
      const source = archive ? await openArchiveBundle(name, archive) : openFiles(files, problems)
      return await createBundle(name, source, judge, log, words)
    } catch (error) {
      return createVerdictBox('unknown', words.texts.unreadable({ because: toText(String(error)) }))
    }
  }
  return createElement('article', {}, createElement('h3', { class: 'name' }, name), await content())
}

// What is closed would be missing on paper.
let closed: readonly HTMLDetailsElement[] = []
window.addEventListener('beforeprint', () => {
  closed = openAll()
})
window.addEventListener('afterprint', () => {
  for (const each of closed) each.open = false
})
// Beside the area, a browser would leave the page for the file.
for (const kind of ['dragover', 'drop']) window.addEventListener(kind, (event) => event.preventDefault())

showPage()
