import { parseAccept } from 'hono/utils/accept'
import { createCookie, readCookie } from '../../host/cookies.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type Language, languages } from './language.ts'

const cookieSeconds = 365 * 24 * 3_600

/** The query parameter with which a link chooses a language. It stays in no address. */
export const languageParameter = 'language'

/** The language that the person chose, else that of the organization, else the one that their browser asks for. */
export function chooseLanguage(
  runtime: Pick<Runtime, 'publicUrl'>,
  { headers }: Pick<Request, 'headers'>,
  organizationDefault: Language | undefined,
): Language {
  const chosen = parseLanguage(readCookie(runtime, headers.get('cookie'), 'language'))
  return chosen ?? organizationDefault ?? readAccepted(headers.get('accept-language')) ?? 'en'
}

/**
 * The answer to a link that chooses a language: the same address without the parameter, and a cookie. It changes nothing
 * else, so that it needs no form, and works before somebody signs in.
 * @returns undefined for every other request
 */
export function keepChosenLanguage(
  runtime: Pick<Runtime, 'publicUrl'>,
  { method, url }: Pick<Request, 'method' | 'url'>,
  base: string,
  path: string,
): Response | undefined {
  const { searchParams } = new URL(url)
  const language = parseLanguage(searchParams.get(languageParameter))
  if (method !== 'GET' || language === undefined) return undefined
  searchParams.delete(languageParameter)
  const query = searchParams.size === 0 ? '' : `?${searchParams}`
  return new Response(null, {
    status: 303,
    headers: {
      location: `${base}${path}${query}`,
      'set-cookie': createCookie(runtime, 'language', language, cookieSeconds),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  })
}

export function parseLanguage(value: string | null | undefined): Language | undefined {
  return languages.find((language) => language === value)
}

/** The first of ours that the browser names, by its weights: `de-AT` asks for German. */
function readAccepted(header: string | null): Language | undefined {
  for (const { type, q } of parseAccept((header ?? '').slice(0, 1_000)).toSorted((a, b) => b.q - a.q)) {
    const language = q > 0 ? parseLanguage(type.toLowerCase().split('-')[0]) : undefined
    if (language !== undefined) return language
  }
  return undefined
}
