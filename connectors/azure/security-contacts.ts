import { type BaseContext, type VendorClient, vendorRecord } from 'checkwright'
import { reportSetting, type Setting } from '../_settings/report-setting.ts'
import { pages, toSubscriptionResource } from './lists.ts'
import { SecurityContact } from './responses.ts'

/** Reports whether a security contact of Defender for Cloud tells whom it should. Without one, a contact that cannot be read leaves it undecided. */
export async function reportContacts(
  ctx: VendorClient &
    Pick<BaseContext, 'pass' | 'fail' | 'undecided'> & { readonly credentials: { readonly subscription_id: string } },
  {
    tells,
    bad,
    ...words
  }: Pick<Setting, 'good' | 'bad' | 'remediation'> & { tells(contact: SecurityContact): boolean },
): Promise<void> {
  const listed = await Array.fromAsync(
    ctx.paginate('/providers/Microsoft.Security/securityContacts', {
      query: { 'api-version': '2023-12-01-preview' },
      schema: vendorRecord(SecurityContact),
      ...pages,
    }),
  )
  const contacts = listed.flatMap(({ record }) => record ?? [])
  const [unreadable] = listed.flatMap((each) => each.unreadable ?? [])
  const resource = toSubscriptionResource(ctx)
  const holds = contacts.some(tells)
  if (!holds && unreadable !== undefined)
    ctx.undecided({
      resource,
      because: `No contact that can be read tells of it, and one cannot be read: ${unreadable}.`,
      kind: 'schema_drift',
    })
  // Addresses are left out, because the fact is that there is one.
  else
    reportSetting(ctx, {
      ...words,
      resource,
      evidence: { contacts },
      holds,
      bad: contacts[0] ? bad : 'There is no security contact',
    })
}
