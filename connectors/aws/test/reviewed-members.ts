import type { ReviewedMember } from 'checkwright/testing'

/** Members that may be missing or unknown although the verdict stays, each with the reason. */
export const reviewedMembers: readonly ReviewedMember[] = [
  {
    checks: ['audit-trail'],
    member: 'LatestDeliveryError',
    kinds: ['removed'],
    reason:
      'It is present only if a delivery failed: https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_GetTrailStatus.html',
  },
  {
    checks: ['audit-trail'],
    member: 'LatestDigestDeliveryError',
    kinds: ['removed'],
    reason:
      'It is present only if a delivery of a digest failed: https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_GetTrailStatus.html',
  },
  {
    checks: ['audit-trail'],
    member: 'EventSelectors[].ExcludeManagementEventSources',
    kinds: ['removed'],
    reason:
      'It is optional. The default excludes no events: https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_EventSelector.html',
  },
  {
    checks: ['network-flow-logs'],
    member: 'ownerId',
    kinds: ['null'],
    reason:
      'It excuses networks of other accounts alone, and the API does not require it: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_Vpc.html',
  },
  {
    checks: ['database-deletion', 'database-upgrades'],
    member: 'DBClusterIdentifier',
    kinds: ['removed', 'null'],
    reason:
      'Only instances of a cluster have one: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html. Without it, the check judges the instance by itself. A cluster that RDS does not list is for a person.',
  },
  {
    checks: ['server-certificates'],
    member: 'Expiration',
    kinds: ['time in the future'],
    reason: 'The end of a certificate lies in the future, and IAM takes certificates of any length.',
  },
  {
    checks: ['config-recorder'],
    member: 'ConfigurationRecorders[].recordingMode',
    kinds: ['removed'],
    reason:
      'The default is every change: https://docs.aws.amazon.com/config/latest/APIReference/API_RecordingMode.html',
  },
]
