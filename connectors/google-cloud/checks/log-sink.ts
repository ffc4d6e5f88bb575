import { gcloud } from '../connector.ts'
import { Sink } from '../responses.ts'
import { pagesOf, projectResource } from '../services.ts'

// In every project, and into buckets of the project itself.
const own = ['_Default', '_Required']

export const logSink = gcloud.check({
  id: 'log-sink',
  title: 'All logs are sent to a place of their own',
  description:
    'Asks whether the project has a sink beside its own two that sends every log entry elsewhere. Who takes over the project can otherwise shorten the memory of what was done. Sinks of folders and the organization are not seen from here.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  scopes: ['logging.sinks.list'],
  tags: ['logging'],
  async run(ctx) {
    const path = `https://logging.googleapis.com/v2/projects/${ctx.credentials.project_id}/sinks`
    const sinks = await Array.fromAsync(ctx.paginate(path, { schema: Sink, ...pagesOf('sinks') }))
    const others = sinks.filter(({ name, disabled }) => !own.includes(name) && !disabled)
    const whole = others.filter(
      ({ filter = '', exclusions = [] }) => filter.trim() === '' && exclusions.every(({ disabled }) => disabled),
    )
    const resource = projectResource(ctx)
    const evidence = {
      sinks: others.map(({ name, destination, filter }) => ({ name, destination, filter: filter ?? '' })),
    }
    if (whole.length > 0) ctx.pass({ resource, title: `Sinks that send everything: ${whole.length}`, evidence })
    else {
      ctx.manual({
        resource,
        title: others.length > 0 ? 'Sinks send a part of the logs only' : 'The project has no sink of its own',
        description:
          'Show that a sink of the folder or organization, or the filters of those here, send what has to be kept; or add a sink without a filter under Logging → Log Router in the Google Cloud console.',
        evidence,
      })
    }
  },
})
