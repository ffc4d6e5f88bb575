import { vendorRecord } from 'checkwright'
import { okta } from '../connector.ts'
import { LogStream } from '../responses.ts'

export const logStreaming = okta.check({
  id: 'log-streaming',
  title: 'The system log is streamed to another system',
  description:
    'Checks whether at least one log stream is active. Okta keeps its system log for 90 days, so only a copy shows what happened before that. Not judged: whether the other system keeps what it gets.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['logs-exported'],
  scopes: ['okta.logStreams.read'],
  tags: ['logging'],
  async run(ctx) {
    const streams = await Array.fromAsync(
      ctx.paginate('/api/v1/logStreams', { schema: vendorRecord(LogStream), next: 'link' }),
    )
    const active = streams.flatMap(({ record }) =>
      record?.status === 'ACTIVE' ? [{ name: record.name, type: record.type }] : [],
    )
    const [unreadable] = streams.flatMap((each) => each.unreadable ?? [])
    const resource = { type: 'organization', id: ctx.credentials.domain }
    const evidence = { active, inactive: streams.length - active.length }
    if (active.length > 0) ctx.pass({ resource, title: `Active log streams: ${active.length}`, evidence })
    else if (unreadable !== undefined) {
      const because = `No log stream that can be read is active, and one cannot be read: ${unreadable}.`
      ctx.undecided({ resource, because, kind: 'schema_drift' })
    } else {
      // Other exports, such as a SIEM that reads the log through the API, cannot be seen here.
      ctx.manual({
        resource,
        title: 'No log stream is active',
        description:
          'Show that a SIEM collects the system log by API, or add a stream under Reports → Log Streaming in the Admin Console.',
        evidence,
      })
    }
  },
})
