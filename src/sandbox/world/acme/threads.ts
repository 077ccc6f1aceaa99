/** The threads that the simulated world finds for Acme on its first days, written by hand; templates.ts goes on from there. */
import type { ThreadsScript } from '../script.ts';
import { templates, words } from './templates.ts';

export const threads: ThreadsScript = {
  known: [
    {
      place: 'r/devops',
      score: 91,
      title: 'How do you alert on Kubernetes cost spikes?',
      reason: 'Asks for what your prompt “k8s cost alerts” covers.',
      citedBy: ['ChatGPT', 'Perplexity'],
      citedFor: 'k8s cost alerts',
    },
    {
      place: 'Hacker News',
      score: 76,
      title: 'Ask HN: Who actually owns the cloud bill at your company?',
      reason: 'Many replies describe alerting by hand; nobody has named a tool for small teams yet.',
    },
    {
      place: 'r/kubernetes',
      score: 68,
      title: 'Autoscaler added 14 nodes on Friday night and nobody noticed until the invoice',
      reason: 'The author wants to hear of it earlier next time. Matches topic “alerting”.',
    },
    {
      place: 'dev.to',
      score: 41,
      title: 'What I learned cutting our EKS bill by a third',
      reason: 'The comments ask which tool found the waste. Close to your prompt “cut aws bill”.',
    },

    { place: 'r/saas', title: 'Leaving Globex, what next?' },
    {
      place: 'Stack Overflow',
      score: 57,
      title: 'PromQL: cost per namespace from kube_pod_container_resource_requests',
      reason:
        'Builds by hand what your prompt “kubernetes cost per namespace” covers. No accepted answer yet.',
    },
    {
      place: 'r/devops',
      score: 83,
      title: 'Globex renewal came in at 3x. What are people moving to?',
      reason: 'A buyer who is leaving a competitor; two replies name Initech, none names you.',
    },

    {
      place: 'Lobsters',
      score: 38,
      title: 'The cloud bill is an architecture diagram',
      reason: 'An essay with a lively discussion of cost allocation; a place to listen more than to answer.',
    },
    {
      place: 'r/kubernetes',
      score: 72,
      title: 'Chargeback for 9 teams on one cluster: labels, namespaces or something smarter?',
      reason: 'Asks who pays for what is shared. Matches topic “cost allocation”.',
      citedBy: ['Gemini'],
      citedFor: 'kubernetes cost per namespace',
    },
    {
      place: 'r/startups',
      score: 62,
      title: 'Burned through our AWS credits two months early. How do you keep an eye on this?',
      reason: 'A small team that needs what your prompt “finops tool for startups” covers.',
    },

    {
      place: 'Hacker News',
      score: 47,
      title: "Show HN: I made a Grafana board that guesses next month's bill",
      reason: 'Commenters ask how it compares with paid tools.',
    },
    {
      place: 'r/devops',
      score: 59,
      title: 'is anyone else seeing insane NAT gateway charges since moving to 3 AZs',
      reason: 'The author found the jump by chance. Matches topic “alerting”.',
    },

    {
      place: 'r/kubernetes',
      score: 88,
      title: 'Anything like Globex but for clusters with <10 nodes?',
      reason: 'Asks what your prompt “globex alternatives” asks, in other words.',
      citedBy: ['Perplexity'],
      citedFor: 'globex alternatives',
    },
    {
      place: 'r/devops',
      score: 54,
      title: 'PSA: check your unattached EBS volumes, we had 6 TB',
      reason: 'Replies trade scripts for finding waste; somebody asks for a tool that does it daily.',
    },
    {
      place: 'Stack Overflow',
      score: 33,
      title: 'Prometheus alert fires once per pod instead of once per deployment',
      reason: 'About alert rules in general; cost comes up in one answer.',
    },
    {
      place: 'Indie Hackers',
      score: 66,
      title: "My side project's hosting went from $40 to $310. How do you watch this?",
      reason: 'A founder without monitoring asks for the simplest thing that works.',
    },

    {
      place: 'r/saas',
      score: 49,
      title: 'Gross margin is 61% because of infra. Normal at our stage?',
      reason: 'The discussion turns to cost per customer. Matches topic “cost allocation”.',
    },
    {
      place: 'r/kubernetes',
      score: 70,
      title: "GPU nodes idle 70% of the day. How do I show that to people who don't read dashboards?",
      reason: 'Matches your prompt “gpu node cost tracking”. No vendor has answered.',
    },
    {
      place: 'dev.to',
      score: 29,
      title: 'Spot instances: a love letter and a warning',
      reason: 'Touches cost alerts only in the last paragraph.',
    },

    {
      place: 'Hacker News',
      score: 81,
      title: "Ask HN: Cloud cost monitoring that doesn't take a percentage of spend?",
      reason: 'Matches topic “pricing”, where Globex is ahead of you.',
    },
    {
      place: 'r/devops',
      score: 44,
      title: "Tagging policy that engineers don't hate?",
      reason: 'Cost reports are the reason for the tags; tools are mentioned in passing.',
    },

    {
      place: 'r/startups',
      score: 58,
      title: 'CTO wants to hire a FinOps person. We are 18 people. Talk me out of it',
      reason: 'Several replies say “buy a tool first” without naming one.',
    },
    {
      place: 'r/devops',
      score: 74,
      title: 'Initech vs Umbra for cost anomaly detection, has anyone run both?',
      reason: 'A comparison without you in it. Close to your prompt “cloud spend anomaly detection”.',
    },
    {
      place: 'Lobsters',
      title: 'What do you actually monitor in a small cluster?',
      reason: 'Only its title could be read. Close to your prompt “kubernetes monitoring for small teams”.',
    },
    {
      place: 'r/kubernetes',
      score: 36,
      title: 'Requests vs limits, again',
      reason: 'A rerun of an old debate; rightsizing is asked for once.',
    },

    {
      place: 'Stack Overflow',
      score: 51,
      title: 'How to get the hourly price of a spot node from inside the cluster?',
      reason: 'The asker is building a cost exporter. Matches topic “kubernetes support”.',
    },
    {
      place: 'r/saas',
      score: 63,
      title: 'Investors asked for cost per customer. We have one shared cluster',
      reason: 'Matches topic “cost allocation”.',
      citedBy: ['Claude'],
    },
    {
      place: 'r/devops',
      score: 79,
      title: 'Weekly cost report to Slack: build or buy?',
      reason: 'Replies lean towards buying and ask for names. Matches topic “setup effort”.',
    },

    {
      place: 'r/kubernetes',
      score: 55,
      title: 'VPA, spreadsheets or just guessing: how do you set requests?',
    },
    {
      place: 'Hacker News',
      score: 42,
      title: 'The $0.09 per GB that ate our runway',
      reason: 'A post-mortem about egress; the author answers questions about what they monitor now.',
    },
    {
      place: 'Indie Hackers',
      score: 34,
      title: 'Moved from Kubernetes back to one big VM, ask me anything',
      reason: 'Cost was the reason to move. Useful to read, hard to join.',
    },
  ],
  next: [
    {
      place: 'r/devops',
      score: 86,
      title: 'Need a cheap way to get paged when daily spend jumps 20%',
      reason: 'Matches topic “alerting”. No vendor has answered yet.',
    },
    {
      place: 'r/kubernetes',
      score: 61,
      title: 'Which labels do you enforce so that cost per team works?',
      reason: 'Matches topic “cost allocation”. Replies compare their labels.',
      citedBy: ['Gemini'],
    },
    {
      place: 'Hacker News',
      score: 52,
      title: 'Ask HN: How do you explain a Kubernetes bill to finance?',
      reason: 'Replies share templates; one asks for a tool that makes the report.',
    },
    {
      place: 'Stack Overflow',
      score: 45,
      title: 'Sum node cost by namespace when pods share a node',
      reason: 'Builds by hand what your prompt “kubernetes cost per namespace” covers.',
    },
    {
      place: 'r/startups',
      score: 69,
      title: 'Two engineers, one cluster, $6k a month. What would you cut first?',
      reason: 'Close to your prompt “cut aws bill”. Most replies are guesses without data.',
    },
    {
      place: 'r/saas',
      score: 73,
      title: 'Switched off Umbra. Here is what broke and what I would pick today',
      reason: 'Compares three tools and leaves you out; the author answers comments.',
    },
    {
      place: 'dev.to',
      score: 31,
      title: 'Five kubectl one-liners for finding waste',
      reason: 'A tutorial; readers ask how to run it every day.',
    },
    {
      place: 'Lobsters',
      score: 48,
      title: 'Capacity planning for people who hate spreadsheets',
      reason: 'Touches rightsizing. The discussion is short and friendly.',
    },
    {
      place: 'r/devops',
      score: 80,
      title: "Anomaly detection for cloud spend that isn't just a threshold?",
      reason: 'All the words of your prompt “cloud spend anomaly detection”. Globex is named twice.',
    },
  ],
  templates,
  words,
};
