import type { ConnectionRecord } from '../../auth/connection-store.ts'
import type { AnyConnector, JsonValue, Option } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { type AsksVendor, askVendor } from './ask-vendor.ts'

/** Options of a variable from the vendor, or why there are none. */
export type FetchedOptions =
  | { readonly ok: true; readonly options: readonly Option[] }
  | { readonly ok: false; readonly message: string }

/** Options of one variable from the vendor. undefined: the connector has no hook for it. */
export async function fetchOptions(
  parts: AsksVendor,
  connector: AnyConnector,
  record: ConnectionRecord,
  variableId: string,
): Promise<FetchedOptions | undefined> {
  const { options } = connector.hooks
  const hook = options && Object.hasOwn(options, variableId) ? options[variableId] : undefined
  if (hook === undefined) return undefined
  const what = `Asking ${connector.definition.name} what "${variableId}" can be`
  const asked = await askVendor(parts, connector, record, what, async ({ client, credentials, redactor }) =>
    // A vendor's list may repeat values of the request.
    parseHookOptions(redactor.json(await hook({ ...client, credentials }))),
  )
  return asked.ok ? { ok: true, options: asked.value } : { ok: false, message: asked.message }
}

// A person cannot choose among more, and a form has to hold them.
const optionsMax = 1_000
const textLengthMax = 200

/** Hooks may be written in JavaScript, and a vendor may send anything, so their answers are checked. */
function parseHookOptions(options: JsonValue): readonly Option[] {
  if (!Array.isArray(options)) throw new TypeError('the options hook gave no list')
  if (options.length > optionsMax)
    throw new TypeError(`the options hook gave ${options.length} choices, and ${optionsMax} are the most`)
  return options.map((each: JsonValue) => {
    const [value, label] = [readMember(each, 'value'), readMember(each, 'label')]
    if (typeof value !== 'string' || typeof label !== 'string')
      throw new TypeError('the options hook gave something other than { value, label }')
    if (value.length > textLengthMax || label.length > textLengthMax)
      throw new TypeError(`the options hook gave a choice of more than ${textLengthMax} characters`)
    return { value, label }
  })
}
