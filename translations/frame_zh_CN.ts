<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>NodePods</name>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>CPU asked</source>
        <translation>CPU 请求</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>GiB asked</source>
        <translation>GiB 请求</translation>
    </message>
    <message>
        <source>age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
</context>
<context>
    <name>OverviewRows</name>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待调度</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片率</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Nodes ready</source>
        <translation>就绪节点</translation>
    </message>
    <message>
        <source>%1 pt</source>
        <translation>%1 个百分点</translation>
    </message>
    <message>
        <source>CPU requests of allocatable</source>
        <translation>CPU 请求占可分配</translation>
    </message>
    <message>
        <source>CPU use of measured nodes</source>
        <translation>已测量节点的 CPU 用量</translation>
    </message>
    <message>
        <source>no source: metrics.k8s.io is not served</source>
        <translation>无数据源：未提供 metrics.k8s.io</translation>
    </message>
    <message>
        <source>the metrics source fails</source>
        <translation>指标数据源出错</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>pods waiting for a node</source>
        <translation>等待节点的 Pod</translation>
    </message>
    <message>
        <source>per hour</source>
        <translation>次/小时</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>every node is ready</source>
        <translation>所有节点均就绪</translation>
    </message>
    <message>
        <source>%1 not ready</source>
        <translation>%1 个未就绪</translation>
    </message>
    <message>
        <source>the first expires in %1</source>
        <translation>最早一项 %1 后过期</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审批</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另 %2 个</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>The metrics source fails</source>
        <translation>指标数据源出错</translation>
    </message>
    <message>
        <source>No metrics source</source>
        <translation>无指标数据源</translation>
    </message>
    <message>
        <source>use is unknown; install metrics-server to see it</source>
        <translation>用量未知；安装 metrics-server 后可见</translation>
    </message>
    <message>
        <source>The audit log cannot be written</source>
        <translation>无法写入审计日志</translation>
    </message>
    <message>
        <source>nothing is written to the cluster until it can</source>
        <translation>恢复之前不会写入集群</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Audit log not verified</source>
        <translation>审计日志尚未验证</translation>
    </message>
    <message>
        <source>check it against its newest tree head</source>
        <translation>请对照最新树头验证</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Nothing needs you</source>
        <translation>无需处理</translation>
    </message>
    <message>
        <source>feed synced, nodes ready, audit log verified</source>
        <translation>数据已同步，节点就绪，审计日志已验证</translation>
    </message>
    <message>
        <source>resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>of capacity</source>
        <translation>占容量</translation>
    </message>
    <message>
        <source>used %</source>
        <translation>已用 %</translation>
    </message>
    <message>
        <source>alloc. %</source>
        <translation>分配 %</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>核</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Local storage</source>
        <translation>本地存储</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>oldest</source>
        <translation>最久</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>stability</source>
        <translation>稳定度</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>CPU %1 · memory %2</source>
        <translation>CPU %1 · 内存 %2</translation>
    </message>
    <message>
        <source> · GPU %1</source>
        <translation> · GPU %1</translation>
    </message>
    <message>
        <source>The share of free capacity on nodes where a pod shape does not fit, over the shapes that run or wait, weighted by their number.</source>
        <translation>对正在运行或等待的 Pod 规格（按数量加权）而言，位于放不下该规格的节点上的空闲容量所占的份额。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods placed in the last hour</source>
        <translation>
            <numerusform>过去一小时放置了 %Ln 个 Pod</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln approvals wait</source>
        <translation>
            <numerusform>%Ln 项待审批</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes not ready</source>
        <translation>
            <numerusform>%Ln 个节点未就绪</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::charts::LineChart</name>
    <message>
        <source>no value</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Copy as PNG</source>
        <translation>复制为 PNG</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Reset zoom</source>
        <translation>重置缩放</translation>
    </message>
</context>
<context>
    <name>binnacle::models::NodeModel</name>
    <message>
        <source>pressure</source>
        <translation>压力</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>Hot</source>
        <translation>过热</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>pool</source>
        <translation>节点池</translation>
    </message>
    <message>
        <source>zone</source>
        <translation>可用区</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>conditions</source>
        <translation>状况</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ClusterBox</name>
    <message>
        <source>Cluster %1, %2</source>
        <translation>集群 %1，%2</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>普通</translation>
    </message>
    <message>
        <source>protected</source>
        <translation>受保护</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>no cluster</source>
        <translation>无集群</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ConfirmDialog</name>
    <message>
        <source>Type %1 to go on.</source>
        <translation>请输入 %1 以继续。</translation>
    </message>
    <message>
        <source>The cluster&apos;s name</source>
        <translation>集群名称</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::FeedBanner</name>
    <message>
        <source>Review…</source>
        <translation>查看…</translation>
    </message>
    <message>
        <source>next try in %1</source>
        <translation>%1后重试</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::FeedLabel</name>
    <message>
        <source>Last word from the server: %1</source>
        <translation>服务器最近一次响应：%1</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1 · clock %2 s ahead</source>
        <translation>%1 · 时钟快 %2 秒</translation>
    </message>
    <message>
        <source>%1 · %2 s</source>
        <translation>%1 · %2 秒</translation>
    </message>
    <message>
        <source>%1 · %2, %3</source>
        <comment>feed state, nodes, pods</comment>
        <translation>%1 · %2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods</source>
        <translation>
            <numerusform>%Ln 个 Pod</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::InspectorPane</name>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Keep this pane on the object</source>
        <translation>固定此面板</translation>
    </message>
    <message>
        <source>Open in a window</source>
        <translation>在窗口中打开</translation>
    </message>
    <message>
        <source>Close the pane</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::MainWindow</name>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>There is nothing at %1</source>
        <translation>%1 处没有内容</translation>
    </message>
    <message>
        <source>There is no cluster %1 to open</source>
        <translation>没有可打开的集群 %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>Filter this page</source>
        <translation>筛选本页</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Show shortcuts</source>
        <translation>显示快捷键</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Close, or go back</source>
        <translation>关闭或后退</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>Switch language</source>
        <translation>切换语言</translation>
    </message>
    <message>
        <source>Collapse or expand the rail</source>
        <translation>收起或展开侧栏</translation>
    </message>
    <message>
        <source>Switch cluster…</source>
        <translation>切换集群…</translation>
    </message>
    <message>
        <source>Change autonomy…</source>
        <translation>更改自主级别…</translation>
    </message>
    <message>
        <source>Change protection…</source>
        <translation>更改保护级别…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>View of this page</source>
        <translation>本页视图</translation>
    </message>
    <message>
        <source>demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Normal: approving needs no name</source>
        <translation>普通：审批无需输入名称</translation>
    </message>
    <message>
        <source>Protected: approving asks for the cluster&apos;s name</source>
        <translation>受保护：审批时须输入集群名称</translation>
    </message>
    <message>
        <source>Read only: nothing is ever written</source>
        <translation>只读：绝不写入</translation>
    </message>
    <message>
        <source>Observe: decides, never writes</source>
        <translation>观察：只决策，不写入</translation>
    </message>
    <message>
        <source>Recommend: shows proposals, a person binds elsewhere</source>
        <translation>建议：展示提案，由人在别处绑定</translation>
    </message>
    <message>
        <source>Approve: a person approves each proposal</source>
        <translation>审批：每个提案由人批准</translation>
    </message>
    <message>
        <source>Automatic: proposals are approved by the policy&apos;s rule</source>
        <translation>自动：提案按策略规则批准</translation>
    </message>
    <message>
        <source>No cluster is known; start with --kubeconfig or --cluster-file</source>
        <translation>没有已知集群；请用 --kubeconfig 或 --cluster-file 启动</translation>
    </message>
    <message>
        <source>Lower the protection of %1?</source>
        <translation>降低 %1 的保护级别？</translation>
    </message>
    <message>
        <source>Writes to this cluster will need less from the person who approves them.</source>
        <translation>此后批准写入此集群所需的确认将减少。</translation>
    </message>
    <message>
        <source>Lower protection</source>
        <translation>降低保护级别</translation>
    </message>
    <message>
        <source>Let Binnacle approve by itself in %1?</source>
        <translation>允许 Binnacle 在 %1 中自行批准？</translation>
    </message>
    <message>
        <source>Proposals are then approved by the policy&apos;s rule and written to the cluster without a person. The audit log names the rule on each.</source>
        <translation>此后提案将按策略规则批准并写入集群，无需人工。审计日志会记录每次所用的规则。</translation>
    </message>
    <message>
        <source>Approve automatically</source>
        <translation>自动批准</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>%1 × real time</source>
        <translation>%1 倍实时</translation>
    </message>
    <message>
        <source>Run this credential program?</source>
        <translation>运行此凭据程序？</translation>
    </message>
    <message>
        <source>The kubeconfig asks to run a program of this machine to sign in. It runs as you, without a shell. The answer is remembered for exactly these words.</source>
        <translation>kubeconfig 要求运行本机程序以登录。它以您的身份运行，不经过 shell。此答复仅对这些确切内容有效。</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Consent kept; connecting</source>
        <translation>已记录许可；正在连接</translation>
    </message>
    <message>
        <source>page</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Let the demo run</source>
        <translation>继续演示</translation>
    </message>
    <message>
        <source>Pause the demo</source>
        <translation>暂停演示</translation>
    </message>
    <message>
        <source>action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Menu of the selected row</source>
        <translation>所选行的菜单</translation>
    </message>
    <message>
        <source>Move in tables and maps</source>
        <translation>在表格与地图中移动</translation>
    </message>
    <message>
        <source>Open what is selected</source>
        <translation>打开所选项</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>已复制 %1</translation>
    </message>
    <message>
        <source>Let changes fade (reduced motion is on)</source>
        <translation>让变化渐隐（已减少动态效果）</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>command, as written</source>
        <translation>命令（原文）</translation>
    </message>
    <message>
        <source>program that runs</source>
        <translation>实际运行的程序</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>is also given</source>
        <translation>另外得到</translation>
    </message>
    <message>
        <source>how to install it</source>
        <translation>如何安装</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::NodeCard</name>
    <message>
        <source>no source</source>
        <translation>无数据源</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>CPUs, of %1</source>
        <translation>CPU 核，共 %1</translation>
    </message>
    <message>
        <source>memory GiB, of %1</source>
        <translation>内存 GiB，共 %1</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 of %2 allocated</source>
        <translation>已分配 %1 / %2</translation>
    </message>
    <message>
        <source>hot</source>
        <translation>过热</translation>
    </message>
    <message>
        <source>above %1 % of its CPU or 95 % of its memory</source>
        <translation>CPU 超过 %1 % 或内存超过 95 %</translation>
    </message>
    <message>
        <source>conditions</source>
        <translation>状况</translation>
    </message>
    <message>
        <source>pressure</source>
        <translation>压力</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::NodeInspector</name>
    <message>
        <source>This node is gone</source>
        <translation>此节点已不存在</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>Cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Capacity: requested of allocatable</source>
        <translation>容量：请求量 / 可分配量</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Static</source>
        <translation>静态信息</translation>
    </message>
    <message>
        <source>architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>kubelet</source>
        <translation>kubelet</translation>
    </message>
    <message>
        <source>operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>runtime</source>
        <translation>容器运行时</translation>
    </message>
    <message>
        <source>address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>UID</source>
        <translation>UID</translation>
    </message>
    <message>
        <source>created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>状况</translation>
    </message>
    <message>
        <source>true</source>
        <translation>真</translation>
    </message>
    <message>
        <source>false</source>
        <translation>假</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Taints</source>
        <translation>污点</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Pods %1</source>
        <translation>Pod %1</translation>
    </message>
    <message>
        <source>No pod runs here</source>
        <translation>此处没有 Pod 运行</translation>
    </message>
    <message>
        <source>Pods that are bound to this node appear here.</source>
        <translation>绑定到此节点的 Pod 会显示在这里。</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>no history yet</source>
        <translation>尚无历史</translation>
    </message>
    <message>
        <source>no source: use is not measured here</source>
        <translation>无数据源：此处未测量用量</translation>
    </message>
    <message>
        <source>allocatable</source>
        <translation>可分配</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为何</translation>
    </message>
    <message>
        <source>Why %1</source>
        <translation>为何 %1</translation>
    </message>
    <message>
        <source>The audit log could not be read</source>
        <translation>无法读取审计日志</translation>
    </message>
    <message>
        <source>No decision chose this node yet</source>
        <translation>尚无决策选择此节点</translation>
    </message>
    <message>
        <source>Decisions that place a pod here are listed with their outcome.</source>
        <translation>将 Pod 放置到此处的决策及其结果会列在这里。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>概况</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Parts of the node</source>
        <translation>节点的各部分</translation>
    </message>
    <message>
        <source>Pods of the node</source>
        <translation>节点上的 Pod</translation>
    </message>
    <message>
        <source>Decisions about the node</source>
        <translation>有关此节点的决策</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>CPUs</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::NodesPage</name>
    <message>
        <source>%1 of %2 match</source>
        <translation>%2 个中 %1 个匹配</translation>
    </message>
    <message>
        <source>%1 hot</source>
        <translation>%1 个过热</translation>
    </message>
    <message>
        <source>%1 not ready</source>
        <translation>%1 个未就绪</translation>
    </message>
    <message>
        <source>%1 without data</source>
        <translation>%1 个无数据</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Choose one at the top left, or press Ctrl+O.</source>
        <translation>请在左上角选择，或按 Ctrl+O。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Listing nodes is forbidden</source>
        <translation>无权列出节点</translation>
    </message>
    <message>
        <source>Ask for the verbs list and watch on nodes (core), cluster-wide.</source>
        <translation>请申请集群范围内对 nodes（core）的 list 与 watch 权限。</translation>
    </message>
    <message>
        <source>This cluster has no nodes</source>
        <translation>此集群没有节点</translation>
    </message>
    <message>
        <source>Nodes appear here as they register.</source>
        <translation>节点注册后会显示在这里。</translation>
    </message>
    <message>
        <source>No node matches %1</source>
        <translation>没有节点匹配 %1</translation>
    </message>
    <message>
        <source>Words are looked for in name, pool, zone and type; state:notready, state:hot, state:cordoned, pool:… and zone:… look at one of them.</source>
        <translation>在名称、节点池、可用区与类型中查找；也可用 state:notready、state:hot、state:cordoned、pool:…、zone:… 限定字段。</translation>
    </message>
    <message>
        <source>CPU used</source>
        <translation>CPU 已用</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>内存已用</translation>
    </message>
    <message>
        <source>CPU allocated</source>
        <translation>CPU 已分配</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>内存已分配</translation>
    </message>
    <message>
        <source>GPU allocated</source>
        <translation>GPU 已分配</translation>
    </message>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>no region</source>
        <translation>无地域</translation>
    </message>
    <message>
        <source>no zone</source>
        <translation>无可用区</translation>
    </message>
    <message>
        <source>no pool</source>
        <translation>无节点池</translation>
    </message>
    <message>
        <source>hot, ≥ %1 % · %2</source>
        <translation>过热，≥ %1 % · %2</translation>
    </message>
    <message>
        <source>not ready · %1</source>
        <translation>未就绪 · %1</translation>
    </message>
    <message>
        <source>cordoned · %1</source>
        <translation>已封锁 · %1</translation>
    </message>
    <message>
        <source>no data · %1</source>
        <translation>无数据 · %1</translation>
    </message>
    <message>
        <source>selected · %1</source>
        <translation>已选 · %1</translation>
    </message>
    <message>
        <source>from %1 to %2 % · size by capacity · 1 cell = 1 node</source>
        <translation>%1 % 至 %2 % · 大小按容量 · 1 格 = 1 个节点</translation>
    </message>
    <message>
        <source>size by capacity · 1 cell = 1 node</source>
        <translation>大小按容量 · 1 格 = 1 个节点</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Why…</source>
        <translation>为何…</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>推演…</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>复制为 YAML</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>地图</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Map or table</source>
        <translation>地图或表格</translation>
    </message>
    <message>
        <source>What colours the cells</source>
        <translation>单元格颜色的含义</translation>
    </message>
    <message>
        <source>Map of nodes</source>
        <translation>节点地图</translation>
    </message>
    <message>
        <source>Table of nodes</source>
        <translation>节点表格</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes so far</source>
        <translation>
            <numerusform>目前 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>drained</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>one more like it</source>
        <translation>再加一个相同的</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::OverviewPage</name>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>The first list of nodes and pods is on its way.</source>
        <translation>正在获取首份节点与 Pod 列表。</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Choose one at the top left, or press Ctrl+O.</source>
        <translation>请在左上角选择，或按 Ctrl+O。</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>无数据源</translation>
    </message>
    <message>
        <source>no history yet</source>
        <translation>尚无历史</translation>
    </message>
    <message>
        <source>%1 in the last hour</source>
        <translation>最近 1 小时 %1 次</translation>
    </message>
    <message>
        <source>Allocation against use</source>
        <translation>分配与用量</translation>
    </message>
    <message>
        <source>solid: used · light: allocated · outline: capacity</source>
        <translation>实色：已用 · 浅色：已分配 · 轮廓：容量</translation>
    </message>
    <message>
        <source>Queue by reason</source>
        <translation>按原因排队</translation>
    </message>
    <message>
        <source>Last decisions</source>
        <translation>最近决策</translation>
    </message>
    <message>
        <source>all in Audit</source>
        <translation>在审计中查看全部</translation>
    </message>
    <message>
        <source>No pod waits for a node.</source>
        <translation>没有 Pod 在等待节点。</translation>
    </message>
    <message>
        <source>No decision yet. Pods that name the scheduler binnacle are decided as they arrive.</source>
        <translation>尚无决策。指定调度器 binnacle 的 Pod 到达后即作决策。</translation>
    </message>
    <message>
        <source>Nothing is proposed while the autonomy is observe; Pods and What-if show where each pod would go.</source>
        <translation>自主级别为“观察”时不提出任何提议；“Pod”与“假设推演”显示每个 Pod 会去哪里。</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Waiting pods</source>
        <translation>等待中的 Pod</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>Pod</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods</source>
        <translation>
            <numerusform>%Ln 个 Pod</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln regions</source>
        <translation>
            <numerusform>%Ln 个区域</numerusform>
        </translation>
    </message>
    <message>
        <source>So far: %1, %2</source>
        <comment>nodes, pods</comment>
        <translation>目前：%1，%2</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::Palette</name>
    <message>
        <source>Page, action, node or pod</source>
        <translation>页面、操作、节点或 Pod</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>What matches</source>
        <translation>匹配结果</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::Rail</name>
    <message>
        <source>Collapse</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Collapse the rail</source>
        <translation>收起侧栏</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Expand the rail</source>
        <translation>展开侧栏</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ShortcutsOverlay</name>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Any key closes this. Keys can be changed under [shortcuts] in the settings file.</source>
        <translation>按任意键关闭。可在设置文件的 [shortcuts] 中更改按键。</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::StatusBar</name>
    <message>
        <source>policy %1</source>
        <translation>策略 %1</translation>
    </message>
    <message>
        <source>model %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>No learned model decides here; every score comes from the plugins.</source>
        <translation>此处没有学习模型参与决策；所有得分均来自插件。</translation>
    </message>
    <message>
        <source>autonomy: %1</source>
        <translation>自主级别：%1</translation>
    </message>
    <message>
        <source>demo paused</source>
        <translation>演示已暂停</translation>
    </message>
    <message>
        <source>demo × %1</source>
        <translation>演示 × %1</translation>
    </message>
    <message>
        <source>decisions %1/h</source>
        <translation>决策 %1 次/小时</translation>
    </message>
    <message>
        <source>audit #%1 ✓</source>
        <translation>审计 #%1 ✓</translation>
    </message>
    <message>
        <source>audit #%1, not verified yet</source>
        <translation>审计 #%1，尚未验证</translation>
    </message>
    <message>
        <source>audit ✕ not writable</source>
        <translation>审计 ✕ 无法写入</translation>
    </message>
    <message>
        <source>audit #%1 %2</source>
        <translation>审计 #%1 %2</translation>
    </message>
    <message>
        <source>%1 v%2</source>
        <comment>name and number of a policy</comment>
        <translation>%1 v%2</translation>
    </message>
    <message>
        <source> · a change waits</source>
        <translation> · 有更改等待应用</translation>
    </message>
    <message>
        <source> · its file is not sound</source>
        <translation> · 其文件有误</translation>
    </message>
    <message>
        <source> · its file is gone</source>
        <translation> · 其文件已不存在</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::TopBar</name>
    <message>
        <source>Filter, or type : for a command</source>
        <translation>筛选，或输入 : 执行命令</translation>
    </message>
    <message>
        <source>Filter or command</source>
        <translation>筛选或命令</translation>
    </message>
    <message>
        <source>last 15 min</source>
        <translation>最近 15 分钟</translation>
    </message>
    <message>
        <source>last 30 min</source>
        <translation>最近 30 分钟</translation>
    </message>
    <message>
        <source>last 1 h</source>
        <translation>最近 1 小时</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>Switch language</source>
        <translation>切换语言</translation>
    </message>
</context>
<context>
    <name>binnacle::theme::Toast</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
</TS>
