// Made from the public suffix list of tldts by "node scripts/write-shared-suffixes.ts"; run that after an update of tldts.

/** Names below which strangers own names, though the names themselves have one owner (publicsuffix.org). */
export const sharedSuffixes: ReadonlySet<string> = new Set(
  `
    accesspoint.s3-global.amazonaws.com addr.tools ae.flow.ch af-south-1.amazonaws.com
    af-south-1.amazoncognito.com af-south-1.on.aws af-south-1.sagemaker.aws airflow.amazonaws.com
    airflow.amazonaws.com.cn akershus.no amazonaws.com amazonaws.com.cn amazoncognito.com amazonwebservices.com.cn
    amazonwebservices.eu amba.host ap-east-1.amazonaws.com ap-east-1.amazoncognito.com ap-east-1.on.aws
    ap-east-1.sagemaker.aws ap-east-2.amazoncognito.com ap-east-2.on.aws ap-northeast-1.amazonaws.com
    ap-northeast-1.amazoncognito.com ap-northeast-1.on.aws ap-northeast-1.sagemaker.aws
    ap-northeast-2.amazonaws.com ap-northeast-2.amazoncognito.com ap-northeast-2.on.aws
    ap-northeast-2.sagemaker.aws ap-northeast-3.amazonaws.com ap-northeast-3.amazoncognito.com
    ap-northeast-3.on.aws ap-northeast-3.sagemaker.aws ap-south-1.amazonaws.com ap-south-1.amazoncognito.com
    ap-south-1.on.aws ap-south-1.sagemaker.aws ap-south-2.amazonaws.com ap-south-2.amazoncognito.com
    ap-south-2.on.aws ap-south-2.sagemaker.aws ap-southeast-1.amazonaws.com ap-southeast-1.amazoncognito.com
    ap-southeast-1.on.aws ap-southeast-1.sagemaker.aws ap-southeast-2.amazonaws.com
    ap-southeast-2.amazoncognito.com ap-southeast-2.on.aws ap-southeast-2.sagemaker.aws
    ap-southeast-3.amazonaws.com ap-southeast-3.amazoncognito.com ap-southeast-3.on.aws
    ap-southeast-3.sagemaker.aws ap-southeast-4.amazonaws.com ap-southeast-4.amazoncognito.com
    ap-southeast-4.on.aws ap-southeast-4.sagemaker.aws ap-southeast-5.amazonaws.com
    ap-southeast-5.amazoncognito.com ap-southeast-5.on.aws ap-southeast-6.amazoncognito.com ap-southeast-6.on.aws
    ap-southeast-7.amazonaws.com ap-southeast-7.amazoncognito.com ap-southeast-7.on.aws aruba.jenv-aruba.cloud
    aseinet.ne.jp atlassian-dev.net aws-cloud9.af-south-1.amazonaws.com aws-cloud9.ap-east-1.amazonaws.com
    aws-cloud9.ap-northeast-1.amazonaws.com aws-cloud9.ap-northeast-2.amazonaws.com
    aws-cloud9.ap-northeast-3.amazonaws.com aws-cloud9.ap-south-1.amazonaws.com
    aws-cloud9.ap-southeast-1.amazonaws.com aws-cloud9.ap-southeast-2.amazonaws.com
    aws-cloud9.ca-central-1.amazonaws.com aws-cloud9.eu-central-1.amazonaws.com
    aws-cloud9.eu-north-1.amazonaws.com aws-cloud9.eu-south-1.amazonaws.com aws-cloud9.eu-west-1.amazonaws.com
    aws-cloud9.eu-west-2.amazonaws.com aws-cloud9.eu-west-3.amazonaws.com aws-cloud9.il-central-1.amazonaws.com
    aws-cloud9.me-south-1.amazonaws.com aws-cloud9.sa-east-1.amazonaws.com aws-cloud9.us-east-1.amazonaws.com
    aws-cloud9.us-east-2.amazonaws.com aws-cloud9.us-west-1.amazonaws.com aws-cloud9.us-west-2.amazonaws.com
    axarnet.cloud baremetal.scw.cloud bedrock-agentcore.ap-northeast-1.amazonaws.com
    bedrock-agentcore.ap-northeast-2.amazonaws.com bedrock-agentcore.ap-south-1.amazonaws.com
    bedrock-agentcore.ap-south-2.amazonaws.com bedrock-agentcore.ap-southeast-1.amazonaws.com
    bedrock-agentcore.ap-southeast-2.amazonaws.com bedrock-agentcore.ap-southeast-5.amazonaws.com
    bedrock-agentcore.ap-southeast-7.amazonaws.com bedrock-agentcore.ca-central-1.amazonaws.com
    bedrock-agentcore.eu-central-1.amazonaws.com bedrock-agentcore.eu-north-1.amazonaws.com
    bedrock-agentcore.eu-south-1.amazonaws.com bedrock-agentcore.eu-south-2.amazonaws.com
    bedrock-agentcore.eu-west-1.amazonaws.com bedrock-agentcore.eu-west-2.amazonaws.com
    bedrock-agentcore.eu-west-3.amazonaws.com bedrock-agentcore.sa-east-1.amazonaws.com
    bedrock-agentcore.us-east-1.amazonaws.com bedrock-agentcore.us-east-2.amazonaws.com
    bedrock-agentcore.us-gov-west-1.amazonaws.com bedrock-agentcore.us-west-1.amazonaws.com
    bedrock-agentcore.us-west-2.amazonaws.com beebyte.io beebyteapp.io brendly.ba brendly.hr brendly.rs bubble.io
    buskerud.no ca-central-1.amazonaws.com ca-central-1.amazoncognito.com ca-central-1.on.aws
    ca-central-1.sagemaker.aws ca-west-1.amazonaws.com ca-west-1.amazoncognito.com ca-west-1.on.aws
    ca-west-1.sagemaker.aws canva.site canvasite.cn cdn77-secure.org cdn77.net cdn77.org cldmail.ru
    clever-cloud.com cloud.muni.cz cloud9.af-south-1.amazonaws.com cloud9.ap-east-1.amazonaws.com
    cloud9.ap-northeast-1.amazonaws.com cloud9.ap-northeast-2.amazonaws.com cloud9.ap-northeast-3.amazonaws.com
    cloud9.ap-south-1.amazonaws.com cloud9.ap-southeast-1.amazonaws.com cloud9.ap-southeast-2.amazonaws.com
    cloud9.ca-central-1.amazonaws.com cloud9.eu-central-1.amazonaws.com cloud9.eu-north-1.amazonaws.com
    cloud9.eu-south-1.amazonaws.com cloud9.eu-west-1.amazonaws.com cloud9.eu-west-2.amazonaws.com
    cloud9.eu-west-3.amazonaws.com cloud9.il-central-1.amazonaws.com cloud9.me-south-1.amazonaws.com
    cloud9.sa-east-1.amazonaws.com cloud9.us-east-1.amazonaws.com cloud9.us-east-2.amazonaws.com
    cloud9.us-west-1.amazonaws.com cloud9.us-west-2.amazonaws.com cloudflareanycast.net cloudflarecn.net
    cloudflareglobal.net cloudlets.com.au cloudplatform.fi cloudscale.ch cn-north-1.amazonaws.com.cn
    cn-north-1.on.amazonwebservices.com.cn cn-north-1.sagemaker.com.cn cn-northwest-1.amazonaws.com.cn
    cn-northwest-1.on.amazonwebservices.com.cn cn-northwest-1.sagemaker.com.cn
    code-builder-stg.platform.salesforce.com code.com cognito-idp.eusc-de-east-1.on.amazonwebservices.eu
    contentproxy9.cz core.usgovcloudapi.net core.windows.net cosidns.de crm.dev cs.amazonlightsail.com dappnode.io
    databricksapps.com databricksapps.us datadetect.com dev.thingdust.io disrec.thingdust.io dogado.eu
    dualstack.af-south-1.amazonaws.com dualstack.ap-east-1.amazonaws.com dualstack.ap-northeast-1.amazonaws.com
    dualstack.ap-northeast-2.amazonaws.com dualstack.ap-northeast-3.amazonaws.com
    dualstack.ap-south-1.amazonaws.com dualstack.ap-south-2.amazonaws.com dualstack.ap-southeast-1.amazonaws.com
    dualstack.ap-southeast-2.amazonaws.com dualstack.ap-southeast-3.amazonaws.com
    dualstack.ap-southeast-4.amazonaws.com dualstack.ap-southeast-5.amazonaws.com
    dualstack.ca-central-1.amazonaws.com dualstack.ca-west-1.amazonaws.com dualstack.cn-north-1.amazonaws.com.cn
    dualstack.cn-northwest-1.amazonaws.com.cn dualstack.eu-central-1.amazonaws.com
    dualstack.eu-central-2.amazonaws.com dualstack.eu-north-1.amazonaws.com dualstack.eu-south-1.amazonaws.com
    dualstack.eu-south-2.amazonaws.com dualstack.eu-west-1.amazonaws.com dualstack.eu-west-2.amazonaws.com
    dualstack.eu-west-3.amazonaws.com dualstack.il-central-1.amazonaws.com dualstack.me-central-1.amazonaws.com
    dualstack.me-south-1.amazonaws.com dualstack.sa-east-1.amazonaws.com dualstack.us-east-1.amazonaws.com
    dualstack.us-east-2.amazonaws.com dualstack.us-gov-east-1.amazonaws.com dualstack.us-gov-west-1.amazonaws.com
    dualstack.us-west-1.amazonaws.com dualstack.us-west-2.amazonaws.com eb.amazonaws.com.cn elastx.net
    emergentagent.com emf.camp encoway.cloud enscaled.us eu-central-1.amazonaws.com eu-central-1.amazoncognito.com
    eu-central-1.on.aws eu-central-1.sagemaker.aws eu-central-2.amazonaws.com eu-central-2.amazoncognito.com
    eu-central-2.on.aws eu-central-2.sagemaker.aws eu-north-1.amazonaws.com eu-north-1.amazoncognito.com
    eu-north-1.on.aws eu-north-1.sagemaker.aws eu-south-1.amazonaws.com eu-south-1.amazoncognito.com
    eu-south-1.on.aws eu-south-1.sagemaker.aws eu-south-2.amazonaws.com eu-south-2.amazoncognito.com
    eu-south-2.on.aws eu-south-2.sagemaker.aws eu-west-1.amazonaws.com eu-west-1.amazoncognito.com
    eu-west-1.on.aws eu-west-1.sagemaker.aws eu-west-2.amazonaws.com eu-west-2.amazoncognito.com eu-west-2.on.aws
    eu-west-2.sagemaker.aws eu-west-3.amazonaws.com eu-west-3.amazoncognito.com eu-west-3.on.aws
    eu-west-3.sagemaker.aws eur.aruba.jenv-aruba.cloud eusc-de-east-1.on.amazonwebservices.eu evennode.com
    evervault.app evervault.dev fastly.net fbsbx.com fedoraproject.org fin-ncloudstorage.com flow.ch forgerock.io
    fr-par.scw.cloud funkfeuer.at gov-ncloudstorage.com grok.bot hedmark.no her.name his.name hooc.me hordaland.no
    hosted-by-previder.com hosteur.com hrsn.net hs-heilbronn.de ik-server.com il-central-1.amazonaws.com
    il-central-1.amazoncognito.com il-central-1.on.aws il-central-1.sagemaker.aws instances.scw.cloud
    interhostsolutions.be isk01.sakurastorage.jp isk02.sakurastorage.jp it.hs-heilbronn.de jelastic.cloud
    jelastic.com jelastic.vps-host.net jenv-aruba.cloud jp4.object.ncpstorage.com
    jp4.object.private.ncpstorage.com jp5.object.ncpstorage.com jp5.object.private.ncpstorage.com k2.cloud
    kuleuven.be lair.io layershift.co.uk linode.com linodeusercontent.com localcert.dev lpg.cloudscale.ch
    massivegrid.com massivegrid.net me-central-1.amazonaws.com me-central-1.amazoncognito.com me-central-1.on.aws
    me-central-1.sagemaker.aws me-south-1.amazonaws.com me-south-1.amazoncognito.com me-south-1.on.aws
    me-south-1.sagemaker.aws metacentrum.cz more-og-romsdal.no muni.cz mx-central-1.amazoncognito.com
    mx-central-1.on.aws mynetname.net mythic-beasts.com nabu.casa ncloud.com ncloudstorage.com ncpstorage.com
    neen.it nftstorage.link nl-ams.scw.cloud noc.ruhr-uni-bochum.de nodeart.io nordland.no nospamproxy.com
    object.fin-ncloudstorage.com object.gov-ncloudstorage.com object.ncloudstorage.com object.ncpstorage.com
    object.private.fin-ncloudstorage.com object.private.gov-ncloudstorage.com object.private.ncloudstorage.com
    object.private.ncpstorage.com objectstorage.ch objectstorage.ncloud.com observableusercontent.com
    on.amazonwebservices.com.cn on.amazonwebservices.eu on.aws onstackit.cloud origin.cdn77-secure.org ortsinfo.at
    os.fedoraproject.org os.stg.fedoraproject.org ostfold.no ovh.net paas.massivegrid.net party.eus
    pl-waw.scw.cloud platform.salesforce.com platform.sh ply.gg prgmr.com private.fin-ncloudstorage.com
    private.gov-ncloudstorage.com private.ncloudstorage.com private.ncpstorage.com prod.atlassian-dev.net
    prod.fastly.net prod.thingdust.io project-study.com quickconnect.cn quickconnect.to railway.app rb-hosting.io
    rdpa.co rds.amazonaws.com reclaim.cloud render.com repost.aws resinstaging.io retrosnub.co.uk rit.edu
    rma.cloudscale.ch ru-msk.k2.cloud ru-spb.k2.cloud s3-global.amazonaws.com sa-east-1.amazonaws.com
    sa-east-1.amazoncognito.com sa-east-1.on.aws sa-east-1.sagemaker.aws sagemaker.aws sagemaker.com.cn
    sakurastorage.jp salesforce.com saveincloud.net scaleforce.com.cy scaleforce.net scrypted.io scw.cloud
    spawn.cc speedpartner.de srcf.net ssl.fastly.net stg.fedoraproject.org storacha.link storage.dev
    storageapi.dev tawk.email tawkto.email tb-hosting.com teckids.org telemark.no
    test.code-builder-stg.platform.salesforce.com testing.thingdust.io thingdust.io transip.me trendhosting.cloud
    typeform.com us-east-1.amazoncognito.com us-east-1.on.aws us-east-1.sagemaker.aws us-east-2.amazonaws.com
    us-east-2.amazoncognito.com us-east-2.on.aws us-east-2.sagemaker.aws us-gov-east-1.amazonaws.com
    us-gov-east-1.amazoncognito.com us-gov-east-1.on.aws us-gov-east-1.sagemaker.aws us-gov-west-1.amazonaws.com
    us-gov-west-1.amazoncognito.com us-gov-west-1.on.aws us-gov-west-1.sagemaker.aws us-west-1.amazonaws.com
    us-west-1.amazoncognito.com us-west-1.on.aws us-west-1.sagemaker.aws us-west-2.amazonaws.com
    us-west-2.amazoncognito.com us-west-2.on.aws us-west-2.sagemaker.aws usgovcloudapi.net vestfold.no w3s.link
    wafaicloud.com webaccel.jp website.ncloudstorage.com wiardweb.com windows.net xn--mre-og-romsdal-qqb.no
    xn--stfold-9xa.no
  `
    .trim()
    .split(/\s+/),
)
