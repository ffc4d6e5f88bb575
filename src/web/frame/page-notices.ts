import type { Texts } from '../texts/texts.ts'

/** The notices at the top of a page after a form. A link can select one of these, and no other text. */
export const notices = {
  connected: 'Connected. The vendor accepts the credentials.',
  'connected-running': 'Connected. The vendor accepts the credentials, and a first run has begun.',
  'connected-incomplete':
    'Connected. The vendor accepts the credentials. Enter the missing values below, and then start a run.',
  'connected-unproven':
    'The credentials are kept, but the vendor had trouble, so nobody knows yet whether they work. Test them again later.',
  reconnected: 'Connected again. The vendor accepts the credentials.',
  untested: 'Connected. This connector cannot test the credentials. The first run shows whether they work.',
  'app-saved': 'The OAuth app is saved.',
  'app-deleted': 'The OAuth app is deleted.',
  'connector-disabled': 'Disabled. People cannot connect it now. Existing connections continue to work.',
  'connector-enabled': 'Enabled: people can connect it.',
  'connector-added': 'Added. Nobody uses this version before you publish it.',
  'connector-published': 'Published. New connections get this version.',
  'connector-retired': 'Retired. Nobody can connect it, and nothing is asked of the vendor.',
  'connections-moved': 'The connections are moved. You can undo it below.',
  'connections-moved-back': 'The connections are back on the versions where they were.',
  'signed-in': 'You are signed in.',
  tested: 'The vendor accepts the credentials.',
  paused: 'Paused. There are no runs until a person resumes it.',
  resumed: 'Resumed.',
  disconnected: 'Disconnected. The credentials are deleted.',
  'variables-saved': 'Saved. The next run uses these values.',
  'schedule-saved': 'The schedule is saved.',
  'inventories-kept': 'Lists are kept from the next run on.',
  'inventories-deleted': 'All lists are deleted, and later runs keep none.',
  'answer-saved': 'The answer is saved.',
  'answer-deleted': 'The answer is deleted.',
  'api-key-revoked': 'The key is revoked. It no longer works.',
  'role-saved': 'The role is saved. Fewer rights count at once, and more rights from the next sign-in.',
  'person-deactivated': 'Deactivated. The person is signed out everywhere.',
  'person-activated': 'Activated. The person can sign in again.',
  'person-removed': 'Removed. The person is signed out everywhere.',
  waived: 'The risk is accepted. From now on it does not count.',
  judged: 'Your judgement holds from now on.',
  'judgement-withdrawn': 'Withdrawn. The result needs review again.',
  'review-started': 'The review has begun. Its accounts are those of the newest lists.',
  'review-decided': 'Your decision is kept.',
  'review-finished': 'The review is finished, and signed as evidence.',
  'review-discarded': 'The review is deleted.',
  uploaded: 'The file is kept.',
  'finding-changed': 'Saved.',
  'due-days-saved': 'The due days are saved. Findings that fail now are due by them.',
  'webhook-made': 'Made. It gets what happens from now on.',
  'webhook-saved': 'Saved. It counts for what happens from now on.',
  'webhook-deleted': 'The webhook is deleted.',
  'webhook-tested': 'A test is on its way. Load the page again to see what became of it.',
  'webhook-paused': 'Paused. Notices wait for at most seven days.',
  'delivery-repeated': 'It is on its way again. Load the page again to see what became of it.',
  'time-zone-saved': 'The time zone is saved.',
  'accounts-linked': 'Saved. The accounts are linked as you decided.',
  'link-revoked': 'Revoked. The link no longer holds.',
  'directory-saved': 'Saved. The list of people is put together anew.',
  'people-imported': 'The file is imported.',
  'waiver-revoked': 'Revoked. The failing results that it covered count again.',
  'waiver-confirmed': 'The waiver is kept, for every connection.',
} as const

export type NoticeId = keyof Texts['frame']['notices']

export function findNotice(id: string | null): string | undefined {
  return id !== null && Object.hasOwn(notices, id) ? notices[id as NoticeId] : undefined
}
