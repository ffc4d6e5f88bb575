import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { palette } from '../../src/report/html/palette.ts'

const folder = fileURLToPath(new URL('../../src/author/auditor-page', import.meta.url))
const evidence = fileURLToPath(new URL('../../src/evidence', import.meta.url))

/** What the machine has and a browser has not, and what stands in for it. */
const replaced: Readonly<Record<string, string>> = {
  'node:zlib': `${folder}/crc32.ts`,
  [`${evidence}/bundle/compute-digests.ts`]: `${folder}/compute-digests.ts`,
  [`${evidence}/log/hash-bytes.ts`]: `${folder}/hash-bytes.ts`,
}

/** The auditor's page as one file: the same bytes wherever it is made. Its policy allows its own style and script, and nothing else. */
export async function renderAuditorPage(): Promise<string> {
  const [template, rules, script] = await Promise.all([
    readFile(`${folder}/page.html`, 'utf8'),
    readFile(`${folder}/page.css`, 'utf8'),
    bundleScript(),
  ])
  const style = palette + rules
  const policy = [
    "default-src 'none'",
    `script-src '${computeHash(script)}'`,
    `style-src '${computeHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return template
    .replace('content=""', () => `content="${policy}"`)
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`)
}

/** Takes the template's place where the program imports it, for the build and for the tests. */
export const auditorPage = {
  name: 'auditor-page',
  enforce: 'pre' as const,
  resolveId: (source: string, importer: string | undefined) =>
    importer !== undefined && resolve(importer, '..', source) === `${folder}/page.html` ? virtualPage : undefined,
  load: async (id: string) =>
    id === virtualPage
      ? { code: `export default ${JSON.stringify(await renderAuditorPage())}`, moduleType: 'js' as const }
      : undefined,
}

// Not the path, because the program must be the same wherever it is built.
const virtualPage = '\0auditor-page.txt'

/** The page of docs with the digest of the auditor's page. */
export async function writeAuditorPageDigest(text: string): Promise<string> {
  const sha256 = createHash('sha256')
    .update(await renderAuditorPage())
    .digest('hex')
  return text.replace(/(?<=<!-- auditor's page: .* -->\n`)[0-9a-f]{64}(?=`\n)/, sha256)
}

async function bundleScript(): Promise<string> {
  const build = await rolldown({
    input: `${folder}/view/main.ts`,
    platform: 'browser',
    logLevel: 'warn',
    transform: { target: 'es2023' },
    // Node's own modules do nothing when they are imported, so those whose users the page has not need no import.
    treeshake: { moduleSideEffects: [{ external: true, sideEffects: false }] },
    plugins: [
      {
        name: 'of-the-browser',
        resolveId: (source, importer) =>
          replaced[source] ?? (importer === undefined ? undefined : replaced[resolve(importer, '..', source)]),
      },
    ],
    external: (id) => id.startsWith('node:') && replaced[id] === undefined,
  })
  try {
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false })
    const { code } = output[0]
    const [needed] = /from"[^"]+"|import\(?"[^"]+"/.exec(code) ?? []
    if (needed !== undefined) throw new Error(`The auditor's page would import ${needed}, and a browser cannot.`)
    // A script ends at the first of these, wherever it stands.
    if (/<\/script|<!--/i.test(code)) throw new Error("The auditor's page has a text that would end its script.")
    return code
  } finally {
    await build.close()
  }
}

function computeHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
