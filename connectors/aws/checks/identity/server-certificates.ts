import { boundControls, formatDays, parseTime } from 'checkwright'
import { aws } from '../../connector.ts'
import { listOfIam } from '../../lists.ts'
import { ServerCertificate } from '../../responses.ts'

export const serverCertificates = aws.check({
  id: 'server-certificates',
  title: 'Certificates that IAM keeps are valid, and do not end soon',
  description:
    'Checks when every server certificate in IAM ends. An expired one breaks the site that uses it, or teaches people to click warnings away. Nothing renews these certificates. Not judged: certificates of AWS Certificate Manager.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.7', 'iso27001:A.8.24'], { min_days_left: { min: 0 } }),
  states: [{ 'certificates-valid': { left: 'min_days_left' } }],
  scopes: ['iam:ListServerCertificates'],
  tags: ['certificates', 'encryption'],
  onEmpty: 'not_applicable',
  volatile: ['daysLeft'],
  variables: [{ id: 'min_days_left', label: 'Fewest days left', type: 'number', default: 30, min: 0, max: 365 }],
  async run(ctx) {
    const { min_days_left: days } = ctx.variables
    const certificates = listOfIam(ctx, {
      operation: 'ListServerCertificates',
      list: 'ServerCertificateMetadataList',
      schema: ServerCertificate,
      resource: { type: 'certificate', id: 'Arn', name: 'ServerCertificateName' },
    })
    await ctx.each(
      certificates,
      async ({ ServerCertificateName: name, Arn: arn, Expiration: endsAt }) => {
        const daysLeft = Math.floor((parseTime(endsAt) - ctx.now.getTime()) / 86_400_000)
        const resource = { type: 'certificate', id: arn, name }
        const evidence = { endsAt, daysLeft }
        if (daysLeft >= days) ctx.pass({ resource, title: `${name} is valid for ${formatDays(daysLeft)}`, evidence })
        else {
          ctx.fail({
            resource,
            title: daysLeft < 0 ? `${name} has expired` : `${name} ends in ${formatDays(daysLeft)}, ${days} demanded`,
            remediation:
              'Request a certificate of AWS Certificate Manager, which renews it, and choose it where the old one is used. Then delete the old one by "aws iam delete-server-certificate". The console does not show these certificates.',
            evidence,
          })
        }
      },
      { resource: ({ ServerCertificateName: name, Arn: arn }) => ({ type: 'certificate', id: arn, name }) },
    )
  },
})
