import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CheckwrightError, createUsageError, hasSystemCode } from '../../errors/index.ts'
import { renderConnectorPage } from '../../report/connector-page/connector-page.ts'
import { replaceGeneratedPart } from '../../report/connector-page/generated-part.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import type { Output } from '../../service/commands/terminal.ts'
import { diffLines } from '../docs/diff-lines.ts'
import { type DocsPage, findPages } from '../docs/find-pages.ts'
import { observe } from '../docs/observed-connector.ts'
import { findWitnesses } from '../prove/locate-witnesses.ts'
import { readWays } from '../prove/witnesses/list-ways.ts'

export interface DocsOptions extends GlobalOptions {
  /** File that ends in .md, folder, or `-` for stdout. */
  readonly out?: string | undefined
  /** Writes nothing, and lists the pages that differ from what would be written. */
  readonly check?: boolean | undefined
  /** Bundle or recording with endpoints and sample results. @default the recordings of the connector's file */
  readonly run?: string | undefined
}

interface MadePage extends DocsPage {
  readonly before: string | undefined
  readonly text: string
}

/**
 * Writes the page of each connector, made from its definition.
 * @throws CheckwrightError `CLI_USAGE`, `CLI_FILE_FAILED`, `BUNDLE_INVALID`, and errors of loading a connector
 */
export async function runDocsCommand(target: string, options: DocsOptions, { terminal }: Context): Promise<ExitCode> {
  const { json, out, check = false, run } = options
  const pages = await findPages(target, out)
  if (check && pages.some(({ path }) => path === undefined))
    throw createUsageError('--check compares with a file, but this page is printed. Name the file with --out.')
  const made = await Promise.all(pages.map((page) => makePage(page, run)))
  const changed = made.filter(({ before, text }) => before !== text)
  if (!check) for (const page of changed) await writePage(page, terminal.out, json)
  if (json)
    terminal.json(
      made.map(({ connector, path, text, before }) => ({
        connector: connector.id,
        page: path === undefined ? text : undefined,
        path,
        state: path === undefined ? undefined : before === text ? 'fresh' : check ? 'stale' : 'written',
      })),
    )
  else for (const page of made) tellPage(page, check, terminal)
  return check && changed.length > 0 ? exitCodes.notVerified : exitCodes.fine
}

async function makePage(page: DocsPage, run: string | undefined): Promise<MadePage> {
  const { connector, entry, target, path } = page
  const observed = await observe(connector, entry, run)
  const witnesses = findWitnesses(entry)
  const ways = witnesses === undefined ? undefined : await readWays(witnesses)
  const body = renderConnectorPage(connector, { target, observed, ways })
  if (path === undefined) return { ...page, before: undefined, text: body }
  const before = await readExistingPage(path)
  const text = replaceGeneratedPart(before, body)
  if (text !== undefined) return { ...page, before, text }
  throw new CheckwrightError(
    `${path} was written by hand, so Checkwright did not change it. Put the lines "<!-- checkwright docs: begin -->" and "<!-- checkwright docs: end -->" where you want the page, or name another file with --out.`,
    { code: 'CLI_FILE_FAILED' },
  )
}

async function readExistingPage(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return undefined
    // A page that is there is read first, for what people wrote around the generated part.
    throw createPageError(path, error)
  }
}

async function writePage({ path, text }: MadePage, out: Output, json = false): Promise<void> {
  if (path === undefined) {
    if (!json) out.write(text)
    return
  }
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  } catch (error) {
    throw createPageError(path, error)
  }
}

function tellPage({ path, before, text }: MadePage, isCheck: boolean, { out }: Context['terminal']): void {
  if (path === undefined) return
  if (before === text || !isCheck) {
    out.line(`${out.paint('green', '✓')} ${path} ${before === text ? 'is up to date' : 'written'}`)
    return
  }
  const what = before === undefined ? 'does not exist' : 'differs from the page that the connector gives'
  out.line(`${out.paint('red', '✗')} ${path} ${what}`)
  for (const line of before === undefined ? [] : diffLines(before, text))
    out.line(out.paint(line.startsWith('-') ? 'red' : line.startsWith('+') ? 'green' : 'dim', line))
  out.line('  Run the same command without --check, and commit what changes.')
}

function createPageError(path: string, error: unknown) {
  return createFileError(
    `The page ${path} cannot be written`,
    error,
    'Name another file with --out; it is relative to the folder that you are in.',
  )
}
