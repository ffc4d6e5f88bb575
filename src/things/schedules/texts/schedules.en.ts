import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCounted } from '../../../text/counted.ts'

export const schedules = {
  rhythms: {
    hourly: 'Every hour',
    daily: 'Every day at 6:00',
    dailyAt: ({ time }: { time: string }) => `Every day at ${time}`,
    weekly: 'Every Monday at 6:00',
    monthly: 'On the first of each month at 6:00',
    cron: ({ cron }: { cron: string }) => `cron ${cron}`,
  },
  form: {
    empty: 'There is no schedule yet. Save the one below to run every day.',
    next: ({ moment }: { moment: Child }) => phrase`Next run ${moment}`,
    skipped: ({ reason }: { reason: string }) => `The last scheduled run was skipped: ${reason}`,
    manual: 'Only when somebody starts a run',
    useCron: 'Use the cron expression below',
    timeZoneHelp: 'Times are in this time zone, including daylight saving time.',
    work: 'What to run',
    everything: 'All checks and lists',
    listsOnly: 'Only lists',
    unchanged: ({ work }: { work: string }) => `As now: ${work}`,
    cron: 'Cron expression',
    cronHelp: ({ code }: { code: Child }) =>
      phrase`Minute, hour, day, month, weekday. Example: ${code} is 5:30 on weekdays.`,
    button: 'Save schedule',
  },
  list: {
    empty: 'No connection has a schedule.',
    lead: ({ count }: { count: number }) =>
      `${formatCounted(count, 'connection')} with a schedule; the next to run comes first.`,
    unscheduled: ({ count }: { count: number }) => `${formatCounted(count, 'connection')} without a schedule`,
    allUnscheduled: 'All connections without a schedule',
    skipped: ({ reason }: { reason: string }) => `Last run skipped: ${reason}`,
    dailyForAll: 'Run all of them every day',
    dailyHelp: 'Each gets a time of its own, spread over the day. You can change it on its page.',
  },
}
