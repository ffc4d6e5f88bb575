import { createHash } from 'node:crypto'
import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import { statementFile } from '../../../evidence/bundle/bundle-source.ts'
import type { Signer } from '../../../evidence/bundle/signer.ts'
import { openPackage } from '../../../evidence/package/open-package.ts'
import { describeSigner } from '../../../evidence/package/package-manifest.ts'
import { readControls, readMappings } from '../../../evidence/package/read-controls.ts'
import { verifyPackage } from '../../../evidence/package/verify-package.ts'
import { gatherPublicControls, type PublicStatus, statusSchema } from '../../../evidence/status/public-status.ts'
import { signStatus } from '../../../evidence/status/status-site.ts'
import { readManifestDigest } from '../../../evidence/verification/read-manifest-digest.ts'
import type { TrustedKeys } from '../../../evidence/verification/verify.ts'
import type { StatusBrand } from '../../../report/package/public-look.ts'
import { renderStatusPage } from '../../../report/package/status-page.ts'
import { countNoun } from '../../../text/count-noun.ts'

export interface StatusSite {
  /** Text by name. */
  readonly files: ReadonlyMap<string, string>
  /** What they say. */
  readonly status: PublicStatus
  /** Controls that it shows. */
  readonly shown: number
  readonly hidden: number
}

export interface StatusChoice {
  /** Ids of the only controls that are to be public. @default all that are not hidden */
  readonly show?: readonly string[] | undefined
  /** Ids of controls that are not to be public. */
  readonly hide: readonly string[]
  /** How the page looks. @default as the organization is called, without a logo */
  readonly brand?: StatusBrand | undefined
  /** Keys of packages. */
  readonly trusted: TrustedKeys
  readonly signer: Signer
}

/**
 * A public page of the controls of a package, of its signed evidence alone.
 * @param path of the package
 * @throws CheckwrightError `BUNDLE_INVALID` for a package that no trusted key signed, `CLI_USAGE` for a hidden control that it does not
 * have
 */
export async function createStatusSite(
  path: string,
  { show, hide, brand, trusted, signer }: StatusChoice,
): Promise<StatusSite> {
  const verification = await verifyPackage(path, trusted)
  if (!verification.verified)
    throw new CheckwrightError(
      `"${path}" is not what a trusted key signed. "checkwright verify" with this package shows what differs.`,
      { code: 'BUNDLE_INVALID' },
    )
  const { framework, organization, period, madeAt, writtenBy } = verification.package
  const named = new Set([...hide, ...(show ?? [])])
  const source = await openPackage(path)
  const [{ controls, hidden }, manifestSha256, { mapping, earlierMappings }] = await Promise.all([
    gatherPublicControls(readControls(source), (id) => {
      named.delete(id)
      return !hide.includes(id) && show?.includes(id) !== false
    }),
    readManifestDigest(source),
    readMappings(source),
  ]).finally(() => source.close())
  if (named.size > 0)
    throw createUsageError(
      `The package does not have the controls ${[...named].join(', ')}. It shows ${controls.map(({ id }) => id).join(', ')}${hidden > 0 ? `, and would hide ${countNoun(hidden, 'control')}` : ''}.`,
    )
  if (controls.length === 0)
    throw createUsageError('The page would show no control. Name at least one with --show, or hide fewer.')
  const status: PublicStatus = {
    schema: statusSchema,
    framework,
    organization,
    period,
    writtenBy,
    mapping: mapping && { sha256: mapping.sha256, from: mapping.from },
    earlierMappings: earlierMappings?.map(({ from, to, sha256 }) => ({ from, to, sha256 })),
    controls,
    hidden,
    package: { madeAt, manifestSha256 },
    signer: describeSigner(signer),
  }
  return { files: await createFiles(status, signer, brand), status, shown: controls.length, hidden }
}

async function createFiles(
  status: PublicStatus,
  signer: Signer,
  brand: StatusBrand | undefined,
): Promise<ReadonlyMap<string, string>> {
  const json = `${JSON.stringify(status, undefined, 2)}\n`
  const html = renderStatusPage(status, brand)
  const statement = await signStatus(status, { 'index.html': digest(html), 'status.json': digest(json) }, signer)
  return new Map([
    ['index.html', html],
    ['status.json', json],
    [statementFile, statement],
  ])
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
