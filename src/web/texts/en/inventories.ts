import type { Child } from 'hono/jsx'

export const inventories = {
  listsOf: ({ name }: { name: string }) => `Lists of ${name}`,
  whatLists: ({ name }: { name: string }) => `What ${name} lists`,
  eachListIsTheNewest:
    'Each list is the newest that a run has read. If you open or download one, the audit log says so.',
  yourOrganizationKeepsNoLists: 'Your organization keeps no lists.',
  thisConnectorListsNothing: 'This connector lists nothing.',
  noRunHasReadA: 'No run has read a list yet. Run this connection.',
  readBy: ({ moment, link }: { moment: Child; link: Child }) => ['Read ', moment, ' by ', link, '.'],
  aRun: 'a run',
  keepingLists: 'Keeping lists',
  yourOrganizationKeepsTheNewest:
    'Your organization keeps the newest lists of its connections, encrypted. If you turn this off, they are all deleted.',
  yourOrganizationKeepsNoLists2:
    'Your organization keeps no lists. If you turn this on, the next run of each connection keeps what it reads.',
  deleteAllListsAndKeep: 'Delete all lists and keep none',
  keepLists: 'Keep lists',
  completeEverythingThatItCovers: 'Complete: everything that it covers was seen.',
  notCompleteOthersMayBe: ({ message }: { message: string }) => `Not complete: ${message} Others may be missing.`,
  nobodyKnowsWhy: 'nobody knows why.',
  covers: ({ covers }: { covers: string }) => `Covers ${covers}.`,
  leavesOut: ({ leavesOut }: { leavesOut: string }) => `Leaves out ${leavesOut}. `,
  lists: 'Lists',
  of: ({ recordCount, owner }: { recordCount: string; owner: string }) => `${recordCount} of ${owner}`,
  allListsOf: ({ owner }: { owner: string }) => `All lists of ${owner}`,
  read: ({ moment }: { moment: Child }) => ['Read ', moment],
  pages: 'Pages',
  previous: 'Previous',
  pageOf: ({ page, pages }: { page: number; pages: number }) => `Page ${page} of ${pages}`,
  next: 'Next',
  records: 'Records',
  noRecord: 'No record.',
  notKnown: ({ unknown }: { unknown: string }) => `Not known: ${unknown}`,
}
