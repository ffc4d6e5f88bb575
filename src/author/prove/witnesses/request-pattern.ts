import { type AnyConnector, cutUrlTemplate } from '../../../define/index.ts'
import type { RecordedExchange } from '../../../evidence/recording/recording.ts'
import { escapePattern } from '../../../text/escape-pattern.ts'
import { joinBodyText, readOperation } from './recorded-body.ts'
import type { ChangeEntry } from './witness-schema.ts'

/** Tells whether an exchange is the one that a change names. Undefined for a text that is no method and path. */
export function createRequestMatcher(
  { request, body, operation }: Pick<ChangeEntry, 'request' | 'body' | 'operation'>,
  { definition }: Pick<AnyConnector, 'definition'>,
): ((exchange: RecordedExchange) => boolean) | undefined {
  const [, method, path = '', query] = /^([A-Z]+) ([^?\s]+)(?:\?(\S*))?$/.exec(request) ?? []
  if (method === undefined) return undefined
  const base = (cutUrlTemplate(definition.baseUrl)?.rest ?? '').replace(/[?#].*$/s, '').replace(/\/+$/, '')
  const pattern = new RegExp(`^${path.split('…').map(escapePattern).join('.*')}/?$`, 's')
  const wanted = [...new URLSearchParams(query)]
  return ({ request: asked }) => {
    const { host, origin, pathname, searchParams } = new URL(asked.url)
    const own = base !== '' && pathname.startsWith(`${base}/`) ? [pathname.slice(base.length)] : []
    return (
      asked.method === method &&
      [pathname, ...own, origin + pathname, host + pathname].some((each) => pattern.test(each)) &&
      wanted.every(([name, value]) => searchParams.getAll(name).includes(value)) &&
      (body === undefined || joinBodyText(asked).includes(body)) &&
      (operation === undefined || readOperation(asked) === operation)
    )
  }
}
