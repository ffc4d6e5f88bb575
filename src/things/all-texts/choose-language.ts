import { parseAccept } from 'hono/utils/accept'
import { type Language, languages } from '../../service/records/appearances.ts'
import { createCookie, readCookie } from '../api/options/cookies.ts'
import type { Runtime } from '../runtime/runtime.ts'

const cookieSeconds = 365 * 24 * 3_600

/** The query parameter with which a link chooses a language. It stays in no address. */
export const languageParameter = 'language'

/** The language that the person chose, else that of the organization, else the one that their browser asks for. */
export function chooseLanguage(
  runtime: Pick<Runtime, 'publicUrl'>,
  { headers }: Pick<Request, 'headers'>,
  organizationDefault: Language | null,
): Language {
  const chosen = parseLanguage(readCookie(runtime, headers.get('cookie'), 'language'))
  return chosen ?? organizationDefault ?? readAccepted(headers.get('accept-language')) ?? 'en'
}

/**
 * The answer to a link that chooses a language: a cookie, and the page from which the link was followed. It changes nothing
 * else, so that it needs no form, and works before somebody signs in.
 * @param path of the request, below the mount path
 * @returns undefined for every other request
 */
export function keepChosenLanguage(
  runtime: Pick<Runtime, 'publicUrl'>,
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  base: string,
  path: string,
): Response | undefined {
  const language = parseLanguage(new URL(url).searchParams.get(languageParameter))
  if (method !== 'GET' || language === undefined) return undefined
  return new Response(null, {
    status: 303,
    headers: {
      location: `${base}${path}${readQuery(headers.get('referer'), url)}`,
      'set-cookie': createCookie(runtime, 'language', language, cookieSeconds),
      'cache-control': 'no-store',
    },
  })
}

/** The query that the page had. A page repeats no query in its links, because anybody can write one. */
function readQuery(referer: string | null, url: string): string {
  const page = referer !== null && URL.canParse(referer) ? new URL(referer) : undefined
  if (page === undefined || page.pathname !== new URL(url).pathname) return ''
  page.searchParams.delete(languageParameter)
  return page.search
}

function parseLanguage(value: string | null | undefined): Language | undefined {
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
