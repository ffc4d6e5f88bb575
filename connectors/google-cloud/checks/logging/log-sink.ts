import { vendorRecord } from 'checkwright'
import { listPages } from '../../../_google/list-pages.ts'
import { gcloud } from '../../connector.ts'
import { Sink } from '../../responses.ts'
import { listBucketsAs, toProjectResource } from '../../services.ts'
import { NamedBucket } from '../../settings.ts'
import { parseSinkTarget } from '../../sink-target.ts'

// In every project, and into buckets of the project itself.
const own = ['_Default', '_Required']

export const logSink = gcloud.check({
  id: 'log-sink',
  title: 'All logs are sent to a separate place',
  description:
    'Checks whether the project has a sink, beside its two default ones, that sends every log entry out of the project: to a bucket, a dataset, a topic or a log bucket of another project. Otherwise somebody who takes over the project can delete the record. Not judged: sinks of folders and the organization, whether a sink may write to its destination, and who may delete there.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['logs-exported'],
  scopes: ['logging.sinks.list', 'storage.buckets.list'],
  tags: ['logging'],
  async run(ctx) {
    const path = `https://logging.googleapis.com/v2/projects/${ctx.credentials.project_id}/sinks`
    const listed = await Array.fromAsync(
      ctx.paginate(path, { schema: vendorRecord(Sink, 'name'), ...listPages('sinks') }),
    )
    const sinks = listed.flatMap(({ record }) => record ?? [])
    const [unreadable] = listed.flatMap((each) => each.unreadable ?? [])
    const others = sinks.filter(({ name, disabled }) => !own.includes(name) && !disabled)
    const whole = others.filter(
      ({ filter = '', exclusions = [] }) => filter.trim() === '' && exclusions.every(({ disabled }) => disabled),
    )
    const targets = whole.map(({ destination }) => parseSinkTarget(destination, ctx.credentials.project_id))
    const ofStorage = targets.flatMap((target) => (target.place === 'bucket' ? [target.bucket] : []))
    // The name of a bucket does not show its owner.
    const ownBuckets =
      ofStorage.length > 0 ? await Array.fromAsync(listBucketsAs(ctx, NamedBucket), ({ name }) => name) : []
    const elsewhere = targets.filter(
      (target) => target.place === 'elsewhere' || (target.place === 'bucket' && !ownBuckets.includes(target.bucket)),
    )
    const unknown = targets.filter(({ place }) => place === 'unknown')
    const resource = toProjectResource(ctx)
    const evidence = {
      sinks: others.map(({ name, destination, filter }) => ({ name, destination, filter: filter ?? '' })),
      ownBuckets: ofStorage.filter((name) => ownBuckets.includes(name)).sort(),
    }
    if (elsewhere.length > 0) ctx.pass({ resource, title: `Sinks that send everything: ${elsewhere.length}`, evidence })
    else if (unreadable !== undefined) {
      const because = `No sink that can be read sends everything out of the project, and one cannot be read: ${unreadable}.`
      ctx.undecided({ resource, because, kind: 'schema_drift' })
    } else {
      ctx.manual({
        resource,
        title:
          others.length === 0
            ? 'The project has no sink of its own'
            : whole.length === 0
              ? 'Sinks send a part of the logs only'
              : unknown.length === 0
                ? 'Sinks send everything to the project itself'
                : 'Sinks send everything, and nothing says whose the destination is',
        description:
          'Show that a sink of the folder or organization, or the filters and destinations of those here, send what has to be kept to another project. Otherwise add a sink without a filter to another project under Logging → Log Router in the Google Cloud console.',
        evidence,
      })
    }
  },
})
