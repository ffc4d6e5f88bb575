/** The request that pressing the first button of a form would send. */
export interface FormSubmission {
  readonly action: URL
  readonly method: 'GET' | 'POST'
  readonly fields: URLSearchParams
}

/**
 * Reads the first form of a page as a browser would submit it untouched. Enough for sign-in pages with hidden fields
 * and a button; it is not an HTML parser. Undefined if the page has no form.
 */
export function parseFirstForm(page: string, pageUrl: URL): FormSubmission | undefined {
  const [, head, content] = /<form\b([^>]*)>(.*?)<\/form\s*>/is.exec(page) ?? []
  if (head === undefined || content === undefined) return undefined
  const form = parseAttributes(head)
  const controls = [...content.matchAll(/<(input|button)\b([^>]*)>/gi)].map((match) => ({
    tag: match[1]?.toLowerCase(),
    attributes: parseAttributes(match[2] ?? ''),
  }))
  const submitter = controls.find(
    ({ tag, attributes }) => (attributes.get('type') ?? (tag === 'button' ? 'submit' : 'text')) === 'submit',
  )
  const fields = new URLSearchParams()
  for (const control of controls) {
    const name = control.attributes.get('name')
    if (name === undefined || control.attributes.has('disabled')) continue
    if (control === submitter || (control.tag === 'input' && isSuccessful(control.attributes))) {
      fields.append(name, control.attributes.get('value') ?? '')
    }
  }
  return {
    action: new URL(form.get('action') || pageUrl, pageUrl),
    method: form.get('method')?.toLowerCase() === 'post' ? 'POST' : 'GET',
    fields,
  }
}

/** Whether an input that was not pressed is sent. */
function isSuccessful(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get('type')?.toLowerCase() ?? 'text'
  if (type === 'checkbox' || type === 'radio') return attributes.has('checked')
  return !['submit', 'button', 'reset', 'image', 'file'].includes(type)
}

function parseAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (const match of text.matchAll(/([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
    const [, name = '', double, single, bare] = match
    attributes.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''))
  }
  return attributes
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The references that templates write into attributes; an unknown one stays unchanged. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
