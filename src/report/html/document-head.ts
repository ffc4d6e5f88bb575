import { createHash } from 'node:crypto'
import { Html, renderHtml } from '../pieces/html.ts'
import { cleanLine } from '../pieces/safe-text.ts'

export interface DocumentHead {
  readonly title: string
  /** CSS */
  readonly style: string
  /** Further directives of the Content-Security-Policy, which allows nothing but the style. @default none */
  readonly allowed?: readonly string[]
  /** @default 'en' */
  readonly language?: string
  /** Whether it has forms, whose answers come from where the page does. @default false */
  readonly hasForms?: boolean
}

/** The start of a page that works alone, up to its body: nothing is loaded, and it shows in both colour schemes. */
export function renderDocumentHead({
  title,
  style,
  allowed = [],
  language = 'en',
  hasForms = false,
}: DocumentHead): Html {
  const policy = [
    "default-src 'none'",
    `style-src '${hashForPolicy(style)}'`,
    ...allowed,
    "base-uri 'none'",
    `form-action '${hasForms ? 'self' : 'none'}'`,
  ].join('; ')
  return renderHtml`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${cleanLine(title)}</title>
<style>${new Html(style)}</style>
</head>
<body>
`
}

/** The source expression of a Content-Security-Policy for a style or script, without its quotes. */
export function hashForPolicy(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
