/** What stands in an element: text is always text, whatever it contains. */
export type Content = string | Node | undefined | readonly Content[]

/** Attributes by their names. None of them takes an address, a style or code, so that no content of evidence can do anything. */
export interface Attributes {
  readonly class?: string | undefined
  readonly id?: string | undefined
  readonly type?: 'button' | 'file' | 'search' | 'text'
  readonly for?: string
  readonly open?: boolean | undefined
  readonly role?: 'status' | 'alert'
  readonly scope?: 'col' | 'row'
  readonly lang?: string
  readonly tabindex?: '-1' | '0'
  readonly 'aria-live'?: 'polite'
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly autocomplete?: 'off'
  readonly spellcheck?: 'false'
  readonly rows?: string
  readonly multiple?: boolean
  readonly webkitdirectory?: boolean
}

/** Makes an element of the page. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  append(element, content)
  return element
}

export function append(element: Element, content: Content): void {
  if (content === undefined) return
  if (typeof content === 'string') element.append(document.createTextNode(showUnseen(content)))
  else if (content instanceof Node) element.append(content)
  else for (const each of content) append(element, each)
}

/**
 * Controls, marks that turn the direction of what follows, and characters without a shape: with them one name looks like another. Line
 * feeds and tabs stay, and the joiners of emoji and Persian.
 */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu

/** The text with the number of each such character in its place. */
function showUnseen(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

const fills = new WeakMap<Element, () => void>()

/** Opens every part that is there at once, those within others too, and tells which were closed. What has to be read first stays closed. */
export function openAll(): readonly HTMLDetailsElement[] {
  const closed: HTMLDetailsElement[] = []
  for (;;) {
    const next = document.querySelectorAll<HTMLDetailsElement>('details:not([open], .later)')
    if (next.length === 0) return closed
    for (const details of next) {
      details.open = true
      fills.get(details)?.()
      closed.push(details)
    }
  }
}

/**
 * A part that opens, and makes what it shows when it is opened for the first time.
 * @param show of the class `later` if it has to read a file
 */
export function createDetails(
  summary: readonly Content[],
  show: () => Content | Promise<Content>,
  attributes: Attributes = {},
): HTMLDetailsElement {
  const body = createElement('div', { class: 'inside' })
  const { open, ...others } = attributes
  const details = createElement('details', others, createElement('summary', {}, ...summary), body)
  let isFilled = false
  const fill = () => {
    if (isFilled) return
    isFilled = true
    const content = show()
    if (content instanceof Promise)
      content.then(
        (read) => append(body, read),
        // A file that cannot be read, or not as what it should be: an empty part would look as if there were nothing.
        (error: unknown) => append(body, createElement('p', { class: 'differs', role: 'alert' }, String(error))),
      )
    else append(body, content)
  }
  fills.set(details, fill)
  details.addEventListener('toggle', () => details.open && fill())
  if (open) {
    details.open = true
    fill()
  }
  return details
}

const step = 40

/** The first of many, and a button for more. */
export function createLongList<Item>(
  items: readonly Item[],
  show: (item: Item) => Content,
  sayMore: (left: number) => string,
): HTMLElement {
  const list = createElement('div')
  return createElement('div', {}, list, fillStepwise(list, items, show, sayMore))
}

/** The same as a table. @param show makes a row */
export function createLongTable<Item>(
  titles: readonly string[],
  items: readonly Item[],
  show: (item: Item) => HTMLTableRowElement,
  sayMore: (left: number) => string,
): HTMLElement {
  const head = titles.map((title) => createElement('th', { scope: 'col' }, title))
  const body = createElement('tbody')
  const table = createElement('table', {}, createElement('thead', {}, createElement('tr', {}, ...head)), body)
  const rest = fillStepwise(body, items, show, sayMore)
  return createElement('div', {}, createElement('div', { class: 'wide', tabindex: '0' }, table), rest)
}

/** @returns where the button for more is */
function fillStepwise<Item>(
  list: HTMLElement,
  items: readonly Item[],
  show: (item: Item) => Content,
  sayMore: (left: number) => string,
): HTMLElement {
  const rest = createElement('div')
  let shown = 0
  const showNext = () => {
    for (const item of items.slice(shown, shown + step)) append(list, show(item))
    shown = Math.min(items.length, shown + step)
    if (shown === items.length) return
    const more = createElement('button', { type: 'button', class: 'more' }, sayMore(items.length - shown))
    more.addEventListener('click', () => {
      more.remove()
      showNext()
    })
    rest.append(more)
  }
  showNext()
  return rest
}
