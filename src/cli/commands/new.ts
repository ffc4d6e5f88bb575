import { relative, resolve } from 'node:path'
import type { AuthType, CredentialField } from '../../define/index.ts'
import type { Context, GlobalOptions } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { connectorFiles } from '../new/connector-files.ts'
import { type EnclosingPackage, enclosingPackage } from '../new/enclosing-package.ts'
import { nameOfId, newConnector, refuseBadId } from '../new/new-connector.ts'
import { projectFiles } from '../new/project-files.ts'
import { writeFiles } from '../new/write-files.ts'
import { askFields } from '../prompts.ts'

export interface NewOptions extends GlobalOptions {
  readonly auth?: AuthType | undefined
  readonly baseUrl?: string | undefined
  readonly name?: string | undefined
  readonly dir?: string | undefined
  /** Ask nothing. */
  readonly yes?: boolean | undefined
}

/** Writes a connector with a check and its test; outside of any package, one around them. */
export async function newCommand(id: string, options: NewOptions, { terminal }: Context): Promise<ExitCode> {
  refuseBadId(id)
  const { out, canAsk } = terminal
  const mayAsk = canAsk && !options.yes && !options.json
  const asked = mayAsk ? await askFields(questions(id, options), terminal) : {}
  const connector = newConnector({
    id,
    name: options.name ?? asked.name ?? nameOfId(id),
    authType: options.auth ?? authTypes.find((type) => type === asked.auth) ?? 'api_key',
    baseUrl: options.baseUrl ?? asked.base_url ?? baseUrlOf(id),
  })
  const folder = resolve(options.dir ?? id)
  const around = await enclosingPackage(folder)
  const files = { ...connectorFiles(connector), ...(around ? {} : projectFiles(connector)) }
  await writeFiles(folder, files)

  const names = Object.keys(files)
  const place = relative(process.cwd(), folder)
  const next = nextSteps(id, place, around)
  if (options.json) terminal.json({ folder, files: names, package: around?.file ?? null, next })
  else {
    for (const name of names) out.line(`${out.paint('green', '+')} ${place === '' ? name : `${place}/${name}`}`)
    if (around) out.line(`\nThe package is that of ${around.file}, so only the connector was written.`)
    out.line(`\nNext:\n${next.map((step) => `  ${step}`).join('\n')}`)
    out.line(`\nThen README.md says what to look up in the vendor's documentation.`)
  }
  return exitCodes.fine
}

const authTypes = ['api_key', 'basic', 'oauth2', 'custom'] as const satisfies readonly AuthType[]

/** A top-level domain that leads nowhere (RFC 2606), until the author knows better. */
function baseUrlOf(id: string): string {
  return `https://api.${id.slice(0, 63).replace(/-$/, '')}.example`
}

function questions(id: string, { name, auth, baseUrl }: NewOptions): readonly CredentialField[] {
  const all: readonly (CredentialField & { readonly given: unknown })[] = [
    { given: name, id: 'name', label: 'Name of the vendor', type: 'text', required: false, placeholder: nameOfId(id) },
    {
      given: auth,
      id: 'auth',
      label: 'How does one sign in to its API?',
      type: 'select',
      required: true,
      options: [
        { value: 'api_key', label: 'by a key or token that people copy from its settings' },
        { value: 'basic', label: 'by user name and password' },
        { value: 'oauth2', label: 'by OAuth 2.0: people are sent to the vendor and back' },
        { value: 'custom', label: 'otherwise: a login call, a JWT, signed requests' },
      ],
    },
    {
      given: baseUrl,
      id: 'base_url',
      label: 'Address of its API',
      type: 'text',
      required: false,
      placeholder: baseUrlOf(id),
      helpText: 'What differs from customer to customer stands in braces: https://{domain}.acme.example/api',
    },
  ]
  return all.filter(({ given }) => given === undefined).map(({ given, ...field }) => field)
}

function nextSteps(id: string, place: string, around: EnclosingPackage | undefined): readonly string[] {
  if (!around) return [...(place === '' ? [] : [`cd ${shellText(place)}`]), 'npm install && npm test']
  const install = around.missing.length > 0 ? [`npm install --save-dev ${around.missing.join(' ')}`] : []
  return [...install, `npx vitest run ${shellText(place === '' ? `${id}.test.ts` : `${place}/${id}.test.ts`)}`]
}

function shellText(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
