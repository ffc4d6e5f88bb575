import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'

export const inventories = {
  listsOf: ({ name }: { name: string }) => `Lists of ${name}`,
  heading: ({ name }: { name: string }) => `What ${name} lists`,
  lead: 'You see the newest list of each kind that a run has read. Opening or downloading a list is recorded in the audit log.',
  empty: {
    notStored: 'Your organization does not keep lists.',
    noLists: 'This connector does not read lists.',
    notRead: 'No run has read a list yet. Run this connection.',
  },
  readBy: ({ moment, link }: { moment: Child; link: Child }) => phrase`Read on ${moment} by ${link}.`,
  aRun: 'a run',
  keeping: {
    title: 'Keep lists',
    on: 'Your organization keeps the newest lists of its connections, encrypted. If you turn this off, all of them are deleted.',
    off: 'Your organization does not keep lists. If you turn this on, the next run of each connection keeps the lists that it reads.',
    turnOff: 'Delete all lists and stop keeping them',
    turnOn: 'Start keeping lists',
  },
  complete: 'Complete: the run saw everything that this list covers.',
  incomplete: ({ message }: { message: string }) => `Incomplete: ${message} Records may be missing.`,
  reasonUnknown: 'the reason is not known.',
  covers: ({ covers }: { covers: string }) => `Covers ${covers}.`,
  leavesOut: ({ leavesOut }: { leavesOut: string }) => `Leaves out ${leavesOut}.`,
  titleOf: ({ recordCount, owner }: { recordCount: string; owner: string }) => `${recordCount} of ${owner}`,
  allListsOf: ({ owner }: { owner: string }) => `All lists of ${owner}`,
  read: ({ moment }: { moment: Child }) => phrase`Read on ${moment}`,
  drawSample: 'Draw a sample',
  noRecords: 'No records.',
  unknownBecause: ({ reason }: { reason: string }) => `Unknown: ${reason}`,
  accountStatuses: {
    active: 'active',
    suspended: 'suspended',
    deleted: 'deleted',
    invited: 'invited',
    unknown: 'unknown',
  },
}
