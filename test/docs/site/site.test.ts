import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  listIndexedPages,
  readFromCheckout,
  writeFullText,
  writeIndex,
} from '../../../scripts/docs/site/language-model-files.ts'
import { countReadingMinutes } from '../../../scripts/docs/site/reading-minutes.ts'
import { findSiteProblems } from '../../../scripts/docs/site/site-problems.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

function writeSite(pages: Readonly<Record<string, string>>): string {
  const folder = createTempFolder()
  for (const [path, html] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), html)
  }
  return folder
}

test('findSiteProblems() accepts links to pages and places that exist', () => {
  const folder = writeSite({
    'index.html':
      '<a href="guides/a.html#b%20c">a</a><a href="#top" id="top">t</a><a href="https://elsewhere.example">e</a><script src="a.js"></script>',
    'guides/a.html': '<h2 id="b c">b</h2><a href="../index.html">up</a>',
    'a.js': '',
  })

  expect(findSiteProblems(folder)).toEqual([])
})

test.each([
  ['<a href="gone.html">a</a>', 'index.html: leads nowhere: gone.html'],
  ['<a href="index.html#gone">a</a>', 'index.html: leads nowhere: index.html#gone'],
  ['<a href="#gone">a</a>', 'index.html: leads nowhere: #gone'],
  ['<a href="guides">a</a>', 'index.html: leads nowhere: guides'],
  ['<script src="https://cdn.example/a.js"></script>', 'index.html: loads https://cdn.example/a.js'],
  ['<img alt="" src="//cdn.example/a.png">', 'index.html: loads //cdn.example/a.png'],
  ['<link rel="stylesheet" href="HTTPS://cdn.example/a.css">', 'index.html: loads HTTPS://cdn.example/a.css'],
])('findSiteProblems() names %s', (html, problem) => {
  expect(findSiteProblems(writeSite({ 'index.html': html, 'guides/a.html': '' }))).toEqual([problem])
})

test('countReadingMinutes() counts words and no code', () => {
  const minute = 'word '.repeat(220)

  expect(countReadingMinutes('# Short')).toBe(1)
  expect(countReadingMinutes(minute.repeat(3))).toBe(3)
  expect(countReadingMinutes(`${minute}\n\`\`\`ts\n${minute.repeat(9)}\n\`\`\`\n`)).toBe(1)
})

test('llms.txt has each page of the index of the docs, and llms-full.txt has its text once', () => {
  const index = writeIndex(readFromCheckout)
  const pages = listIndexedPages(readFromCheckout)
  const full = writeFullText(readFromCheckout)

  expect(index).toMatch(
    /^# Checkwright\n\n> .+\n\n## You write connectors\n\n- \[Your first connector\]\(docs\/guides\/first-connector\.md\)\n/,
  )
  expect(pages).toContain('docs/verdicts.md')
  for (const page of pages) {
    if (page !== 'README.md') expect(index).toContain(`(${page})`)
    expect(full.split(`<!-- ${page} -->`)).toHaveLength(2)
  }
})
