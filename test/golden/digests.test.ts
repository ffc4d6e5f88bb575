import { publicKeyOf } from 'checkwright/runtime'
import { test } from 'vitest'
import { computeDestination } from '../../src/auth/destination.ts'
import { hashSecret } from '../../src/auth/secret.ts'
import { computeEvidenceDigest } from '../../src/checks/judgements/evidence-digest.ts'
import { createFindingId } from '../../src/checks/results/finding-id.ts'
import { toDismissalId, toReasonDigest } from '../../src/crosscheck/links/dismissal-store.ts'
import { computeLeafContent } from '../../src/evidence/log/log-entry.ts'
import { hashLeaf } from '../../src/evidence/log/tree.ts'
import { toCanonicalJson, toCanonicalLine } from '../../src/inventory/canonical-json.ts'
import { createReportId } from '../../src/report/pieces/report-id.ts'
import { formatPageCursor } from '../../src/service/api/schemas/page-cursor.ts'
import { signNotice } from '../../src/service/notices/sign-notice.ts'
import { encodeAssociatedData } from '../../src/service/store/keys/associated-data.ts'
import { toPersonKey } from '../../src/things/directory/person-key.ts'
import { expectForm } from './expect-form.ts'
import { signer } from './story.ts'
import { createVault } from './vendor.ts'

const value = { b: [1, 2.5, 1e21, true, null], a: { ü: '\u2028"\\', '😀': '' }, ä: -0 }
const place = { connectorId: 'vault', connectionId: 'c-1', checkId: 'mfa' }

/** Forms over fixed values: what others have in their hands, or what finds a row again. They never change. */
const forms: Readonly<Record<string, string>> = {
  'the id of a finding': createFindingId({ ...place, resource: { type: 'user', id: 'ü/😀' } }),
  'the id of a finding without a connection': createFindingId({
    ...place,
    connectionId: undefined,
    resource: { type: 'user', id: 'a', name: 'unused' },
  }),
  'canonical JSON': toCanonicalJson(value),
  'a canonical line': toCanonicalLine(value),
  'the digest of evidence': computeEvidenceDigest({ evidence: value }, { volatile: ['ä'] }),
  'the hash of a secret': hashSecret('cw_secret'),
  'the id of a dismissed proposal': toDismissalId('c-1', 'r-1', 'p-1'),
  'the reason of a dismissed proposal': toReasonDigest('name', { name: 'Ada' }),
  'the key of a person': toPersonKey('acme', 'p-1'),
  'the id of a report': createReportId('oscal-check', 'run-1', 'mfa'),
  'a cursor': formatPageCursor({ atMs: 1_777_636_800_000, id: '019de368-f600-72e5-978a-a7ed053444fc' }),
  'the signature of a notice': JSON.stringify(
    signNotice({
      id: 'n-1',
      body: '{}',
      atMs: 1_777_636_800_000,
      secrets: ['whsec_A/ry8vCnKfncPvAjEtvGjJbWQ25SkoKf/h47acn/Bso='],
    }),
  ),
  'the fingerprint of a key': publicKeyOf(signer.publicKey).fingerprint,
  'the content of a leaf of the log': Buffer.from(computeLeafContent('{"schema":"x"}')).toString('hex'),
  'the hash of a leaf of the log': Buffer.from(hashLeaf(Buffer.from('{}'))).toString('hex'),
  'associated data': Buffer.from(encodeAssociatedData('a', '', 'ü')).toString('hex'),
  'the destination of a connector': computeDestination(createVault()),
}

test('digests, ids and cursors of fixed values are what they were', () =>
  expectForm(
    'digests.txt',
    Object.entries(forms)
      .map(([name, form]) => `${name}: ${form}\n`)
      .join(''),
  ))
