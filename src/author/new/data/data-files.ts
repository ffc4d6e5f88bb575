import { join } from 'node:path'
import { stringify } from 'yaml'
import { readConnector } from '../../../data/read-connector.ts'
import { type AnyConnector, type ConnectorDefinition, version } from '../../../define/index.ts'
import { makeRecording } from '../../../evidence/recording/make-recording.ts'
import { formatRecording } from '../../../evidence/recording/recording-text.ts'
import { readLedger } from '../../../http/exchanges/ledger.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import { keepRun } from '../../../things/runs/run-checks.ts'
import { formatProposals } from '../../prove/format-proposals.ts'
import { type FakeVendorOptions, fakeVendor } from '../../testing/vendor/fake-vendor.ts'
import { fixedClock } from '../../testing/vendor/fixed-clock.ts'
import { type NewFiles, renderPageToCome } from '../connector-files.ts'
import { formatJsonFile } from '../json-file.ts'
import { renderCommands } from '../readme-commands.ts'

/** A connector to write as data, with a vendor whose answers are made up. */
export interface DataDraft {
  readonly definition: ConnectorDefinition & { readonly name: string }
  /** The members `login` or `sign`, by the name of a scheme that ships. */
  readonly schemes?: object | undefined
  /** The part of the file below the definition. */
  readonly body: string
  /** The body with what its author has to answer before the file is valid; undefined where nothing is open. */
  readonly asking?: string | undefined
  readonly vendor: FakeVendorOptions
  readonly credentials: Readonly<Record<string, string>>
  readonly isLocal: boolean
  /** What its author looks up, in sentences of Markdown. */
  readonly lookUp: readonly string[]
  /** The format of the vendor's own description, whose examples the vendor answers; undefined where its answers are made up. */
  readonly describedBy?: string | undefined
}

/**
 * The file of a connector without code, its first test by recorded answers, and notes. The file was read and run once. A file
 * that asks its author something is not valid yet, and has no test: the likeliest answers were read.
 * @param modulesPath from its folder to the packages that have Checkwright: `./node_modules`
 * @throws DataFileError where the file cannot be
 */
export async function createDataFiles(draft: DataDraft, modulesPath: string): Promise<NewFiles> {
  const { id } = draft.definition
  const file = `${id}.connector.yaml`
  const text = renderDataFile(draft, draft.body, modulesPath)
  const connector = readConnector(file, new TextEncoder().encode(text))
  const tests =
    draft.asking === undefined
      ? {
          [`recorded/${id}.json`]: await recordAnswers(connector, `../${file}`, draft),
          ...beginWitnesses(connector, draft, `recorded/${id}.json`),
        }
      : {}
  return {
    [file]: draft.asking === undefined ? text : renderDataFile(draft, draft.asking, modulesPath),
    ...tests,
    'README.md': renderReadme(draft, `${id}.proposed.yaml` in tests),
  }
}

/**
 * A world of the description's examples for a connector in TypeScript, and the witnesses that it begins. None where the file of data
 * would ask its author something, because its answers then fit no check.
 * @param file of the connector: `acme.ts`
 */
export async function createBegunWitnesses(draft: DataDraft, file: string): Promise<NewFiles> {
  if (draft.asking !== undefined) return {}
  const text = renderDataFile(draft, draft.body, './node_modules')
  const connector = readConnector(`${draft.definition.id}.connector.yaml`, new TextEncoder().encode(text))
  if (connector.checks.length === 0) return {}
  const world = 'worlds/described.recording.json'
  return { [world]: await recordAnswers(connector, `../${file}`, draft), ...beginWitnesses(connector, draft, world) }
}

/** The witnesses that the description's examples begin: each lacks its verdict, and the source that says so. */
function beginWitnesses({ id, checks }: AnyConnector, { describedBy }: DataDraft, world: string): NewFiles {
  if (describedBy === undefined || checks.length === 0) return {}
  const way = 'as the description has it'
  const text = formatProposals(
    { connector: id, now, worlds: { described: world } },
    checks.map((check) => ({ check: check.id, way, world: 'described', change: [] })),
    {
      begun: `Begun from the description (${describedBy}). No source says yet what is right, so that no witness counts.`,
    },
  )
  return { [`${id}.proposed.yaml`]: text }
}

const now = '2026-06-01T12:00:00Z'

/** A folder around it needs no compiler, and Checkwright alone. */
export function createDataProjectFiles({ id, name }: DataDraft['definition']): NewFiles {
  return {
    'package.json': formatJsonFile({
      name: `checkwright-connector-${id}`,
      version: '0.1.0',
      description: `Checks of ${name} for Checkwright.`,
      private: true,
      scripts: {
        start: `checkwright run ./${id}.connector.yaml`,
        test: 'checkwright test',
        validate: `checkwright validate ./${id}.connector.yaml`,
      },
      devDependencies: { checkwright: `^${version}` },
    }),
    // `data/` has the command's store: sealed, and private.
    '.gitignore': 'node_modules/\ndata/\n.env\n',
  }
}

function renderDataFile({ definition, schemes }: DataDraft, body: string, modulesPath: string): string {
  // Editors find it from the folder of the file.
  const schema = `${modulesPath}/checkwright/docs/schemas/connector-file.schema.json`
  const data = { $schema: schema, checkwright: 'connector/v1', ...definition, ...schemes }
  return `# yaml-language-server: $schema=${schema}\n${stringify(data, { lineWidth: 120 })}${body}`
}

/** Runs it on the vendor that is made up, and keeps the answers. */
async function recordAnswers(
  connector: AnyConnector,
  file: string,
  { vendor, credentials, isLocal }: DataDraft,
): Promise<string> {
  await using folder = await openTempFolder('new')
  await using server = await fakeVendor(vendor)
  const exchanges = { file: join(folder.path, 'exchanges.ndjson') }
  const clock = fixedClock(now)
  await using run = await keepRun(connector, {
    credentials,
    fetch: server.fetch,
    clock,
    exchanges,
    allowPrivateNetwork: isLocal,
  })
  return formatRecording(await makeRecording(connector, run, readLedger(exchanges.file), file))
}

function renderReadme({ definition: { id, name }, isLocal, lookUp, asking }: DataDraft, hasWitnesses: boolean): string {
  // Typed text stays text, even if it looks like Markdown.
  const title = name.replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&')
  const file = `${id}.connector.yaml`
  const local = isLocal ? ' --allow-private-network' : ''
  const commands = renderCommands([
    ['npx checkwright test', 'runs on the recorded answers, offline'],
    [`npx checkwright validate ${file}`, 'what is wrong or unusual, with line and column'],
    [`npx checkwright run ${file}${local}`, 'on a real account; you are asked for credentials'],
    [`npx checkwright record ${file}${local}`, 'replaces the answers that are made up'],
  ])
  const witnesses = hasWitnesses
    ? [
        `What is right for the answers in \`recorded/${id}.json\`, and where the vendor says so. Fill both into \`${id}.proposed.yaml\`, rename it to \`${id}.witnesses.yaml\`, and let \`npx checkwright prove ${file}\` try the checks on them.`,
      ]
    : []
  const firstTest =
    asking === undefined
      ? `\`recorded/${id}.json\` has answers that are made up, and what the checks make of them.${hasWitnesses ? ` \`${id}.proposed.yaml\` begins the witnesses of its checks, which have no source yet.` : ''}`
      : 'It asks which member is an id, and is not valid until you have answered. Then `record` makes its first test.'
  return `# ${title}

A connector of [Checkwright](https://www.npmjs.com/package/checkwright) without code: \`${file}\` says how to reach ${title}, what
to list and what must be true. ${firstTest}

${commands}

## What to look up in the vendor's documentation

${[...lookUp, ...witnesses].map((line) => `- [ ] ${line}`).join('\n')}

${renderPageToCome(file)}`
}
