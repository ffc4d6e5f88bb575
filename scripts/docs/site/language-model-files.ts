import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

const index = 'docs/README.md'

/**
 * `llms.txt`: the index of the docs, with the path of each page, in the form of https://llmstxt.org.
 * @param read the text of a file of the checkout
 */
export function writeIndex(read: (path: string) => string): string {
  const { name, description } = JSON.parse(read('package.json'))
  const [, ...parts] = read(index).split(/^## /m)
  const sections = parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    const pages = listLinks(lines.join(' '))
      .filter(isPage)
      .map(({ text, path }) => `- [${text}](${path})`)
    return `## ${title}\n\n${pages.join('\n')}\n`
  })
  return `# ${toTitle(name)}\n\n> ${description}\n\n${sections.join('\n')}`
}

/** `llms-full.txt`: the pages of the index, one behind another, each once. */
export function writeFullText(read: (path: string) => string): string {
  const pages = listIndexedPages(read).map((path) => `<!-- ${path} -->\n\n${read(path).trim()}\n`)
  return pages.join('\n')
}

/** The pages that the index leads to, each once, with the README before them. */
export function listIndexedPages(read: (path: string) => string): readonly string[] {
  const linked = listLinks(read(index)).filter(isPage)
  return [...new Set(['README.md', ...linked.map(({ path }) => path)])]
}

export const readFromCheckout = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

interface Link {
  readonly text: string
  readonly path: string
}

function isPage({ path }: Link): boolean {
  return path.endsWith('.md')
}

/** Links to files of the checkout, with their paths from its root. */
function listLinks(markdown: string): readonly Link[] {
  return [...markdown.matchAll(/\[([^\]]+)\]\(([^)#\s]+)[^)]*\)/g)]
    .filter(([, , link = '']) => !/^[a-z]+:/.test(link))
    .map(([, text = '', link = '']) => ({
      text: text.replaceAll(/\s+/g, ' '),
      path: posix.join(posix.dirname(index), link),
    }))
}

function toTitle(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
