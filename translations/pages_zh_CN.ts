<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>ManifestFault</name>
    <message>
        <source>Paste a Pod, or a workload with a pod template, as YAML or JSON.</source>
        <translation>请粘贴 Pod，或带有 Pod 模板的工作负载，YAML 或 JSON 均可。</translation>
    </message>
    <message>
        <source>%1: “%2” is no quantity</source>
        <translation>%1：“%2”不是数量</translation>
    </message>
    <message>
        <source>Write it such as 500m, 2 or 4Gi.</source>
        <translation>请写成 500m、2 或 4Gi 这样的形式。</translation>
    </message>
    <message>
        <source>%1: “%2” is negative</source>
        <translation>%1：“%2”是负数</translation>
    </message>
    <message>
        <source>Ask for 0 or more.</source>
        <translation>请求值应为 0 或更大。</translation>
    </message>
    <message>
        <source>%1 is no field of a %2</source>
        <translation>%1 不是 %2 的字段</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>是否应为 %1？</translation>
    </message>
    <message>
        <source>This object has no kind</source>
        <translation>此对象没有 kind</translation>
    </message>
    <message>
        <source>This %1 has no %2</source>
        <translation>此 %1 没有 %2</translation>
    </message>
    <message>
        <source>Add %1 to it.</source>
        <translation>请加上 %1。</translation>
    </message>
    <message>
        <source>There is nothing in it</source>
        <translation>内容为空</translation>
    </message>
    <message>
        <source>There is no pod in it</source>
        <translation>其中没有 Pod</translation>
    </message>
    <message>
        <source>There is no pod in it, only: %1</source>
        <translation>其中没有 Pod，只有：%1</translation>
    </message>
    <message>
        <source>More than is allowed: %1 %2</source>
        <translation>超过允许的限度：%1 %2</translation>
    </message>
    <message>
        <source>Paste less at once.</source>
        <translation>请一次少粘贴一些。</translation>
    </message>
    <message>
        <source>Not valid YAML: %1</source>
        <translation>不是有效的 YAML：%1</translation>
    </message>
    <message>
        <source>Correct the marked line, or the one before it; YAML is indented with spaces.</source>
        <translation>请更正标出的行或其上一行；YAML 用空格缩进。</translation>
    </message>
    <message>
        <source>Expected %1, found %2</source>
        <translation>应为 %1，却是 %2</translation>
    </message>
    <message>
        <source>%1: expected %2, found %3</source>
        <translation>%1：应为 %2，却是 %3</translation>
    </message>
    <message>
        <source>Correct the marked line.</source>
        <translation>请更正标出的行。</translation>
    </message>
    <message>
        <source>Correct it, then decide again.</source>
        <translation>请更正后重新决策。</translation>
    </message>
</context>
<context>
    <name>PlanWords</name>
    <message>
        <source>place</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>move</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>evict, place again later</source>
        <translation>先驱逐，稍后重新放置</translation>
    </message>
    <message>
        <source>place again</source>
        <translation>重新放置</translation>
    </message>
    <message>
        <source>evict for good</source>
        <translation>永久驱逐</translation>
    </message>
    <message>
        <source>the cluster has no nodes</source>
        <translation>集群没有节点</translation>
    </message>
    <message>
        <source>no room found</source>
        <translation>未找到空间</translation>
    </message>
    <message>
        <source>no node would ever take it</source>
        <translation>没有节点能接纳它</translation>
    </message>
    <message>
        <source>not decidable yet</source>
        <translation>尚不可判定</translation>
    </message>
    <message>
        <source>held back by gates</source>
        <translation>被调度门控阻挡</translation>
    </message>
    <message>
        <source>does not wait any more</source>
        <translation>已不在等待</translation>
    </message>
    <message>
        <source>given twice</source>
        <translation>重复给出</translation>
    </message>
    <message>
        <source>its gang is not complete</source>
        <translation>其成组 Pod 不完整</translation>
    </message>
    <message>
        <source>it is in two gangs</source>
        <translation>同时属于两个组</translation>
    </message>
    <message>
        <source>no room for its whole gang</source>
        <translation>没有空间容纳整组</translation>
    </message>
    <message>
        <source>stopped before it was looked at</source>
        <translation>在处理到它之前已停止</translation>
    </message>
    <message>
        <source>%1 of %2 pods placed</source>
        <translation>已放置 %1 个 Pod，共 %2 个</translation>
    </message>
    <message>
        <source>%1, %2 moved</source>
        <translation>%1，迁移 %2 个</translation>
    </message>
    <message>
        <source>proven: no plan within the limits is better</source>
        <translation>已证明：在限制内没有更好的方案</translation>
    </message>
    <message>
        <source>the best found before it was stopped</source>
        <translation>停止前找到的最佳方案</translation>
    </message>
    <message>
        <source>the best found; a better one may exist</source>
        <translation>找到的最佳方案；可能存在更好的</translation>
    </message>
</context>
<context>
    <name>ScenarioWords</name>
    <message>
        <source>Add nodes</source>
        <translation>添加节点</translation>
    </message>
    <message>
        <source>Remove nodes</source>
        <translation>移除节点</translation>
    </message>
    <message>
        <source>Cordon nodes</source>
        <translation>封锁节点</translation>
    </message>
    <message>
        <source>Uncordon nodes</source>
        <translation>解除节点封锁</translation>
    </message>
    <message>
        <source>Drain nodes</source>
        <translation>排空节点</translation>
    </message>
    <message>
        <source>Scale a workload</source>
        <translation>伸缩工作负载</translation>
    </message>
    <message>
        <source>Change the policy</source>
        <translation>更换策略</translation>
    </message>
    <message>
        <source>Let pods arrive</source>
        <translation>让 Pod 到来</translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln nodes</source>
        <translation>
            <numerusform>添加 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the nodes of a manifest × %1</source>
        <translation>添加清单中的节点 × %1</translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln nodes</source>
        <translation>
            <numerusform>移除 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cordon %Ln nodes</source>
        <translation>
            <numerusform>封锁 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %Ln nodes</source>
        <translation>
            <numerusform>解除 %Ln 个节点的封锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %Ln nodes</source>
        <translation>
            <numerusform>排空 %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale %1 to %2</source>
        <translation>将 %1 伸缩到 %2</translation>
    </message>
    <message>
        <source>Policy %1</source>
        <translation>策略 %1</translation>
    </message>
    <message>
        <source>Policy of a scheduler configuration</source>
        <translation>调度器配置的策略</translation>
    </message>
    <message>
        <source>The pods of a manifest arrive × %1</source>
        <translation>清单中的 Pod 到来 × %1</translation>
    </message>
    <message>
        <source>like %1</source>
        <translation>与 %1 相同</translation>
    </message>
    <message>
        <source>Run it again once that has changed.</source>
        <translation>情况改变后请重新运行。</translation>
    </message>
    <message>
        <source>Edit %1: </source>
        <translation>编辑 %1：</translation>
    </message>
    <message>
        <source>there is no node %1</source>
        <translation>没有节点 %1</translation>
    </message>
    <message>
        <source>Take it out of the edit, or choose another.</source>
        <translation>请从编辑中去掉，或另选一个。</translation>
    </message>
    <message>
        <source>no pod of %1 runs or waits here</source>
        <translation>这里没有 %1 的 Pod 在运行或等待</translation>
    </message>
    <message>
        <source>Check namespace, kind and name.</source>
        <translation>请检查命名空间、类型和名称。</translation>
    </message>
    <message>
        <source>%1 has no pod to make more of</source>
        <translation>%1 没有可以复制的 Pod</translation>
    </message>
    <message>
        <source>Let pods of a manifest arrive instead.</source>
        <translation>可改为让清单中的 Pod 到来。</translation>
    </message>
    <message>
        <source>the count is out of range: %1</source>
        <translation>数量超出范围：%1</translation>
    </message>
    <message>
        <source>Choose one in the range.</source>
        <translation>请选择范围内的数量。</translation>
    </message>
    <message>
        <source>more than a scenario may add: %1</source>
        <translation>超过一个场景可添加的上限：%1</translation>
    </message>
    <message>
        <source>Ask for less.</source>
        <translation>请减少数量。</translation>
    </message>
    <message>
        <source>no node would be left</source>
        <translation>将没有节点剩下</translation>
    </message>
    <message>
        <source>Keep one, or add some.</source>
        <translation>请保留一个，或添加一些。</translation>
    </message>
    <message>
        <source>a node %1 is there already</source>
        <translation>节点 %1 已存在</translation>
    </message>
    <message>
        <source>Rename the one in the manifest.</source>
        <translation>请将清单中的节点改名。</translation>
    </message>
    <message>
        <source>there is no node in the manifest</source>
        <translation>清单中没有节点</translation>
    </message>
    <message>
        <source>Paste objects of kind Node.</source>
        <translation>请粘贴类型为 Node 的对象。</translation>
    </message>
    <message>
        <source>there is no pod in the manifest</source>
        <translation>清单中没有 Pod</translation>
    </message>
    <message>
        <source>Paste a Pod, or a workload with a pod template.</source>
        <translation>请粘贴 Pod，或带 Pod 模板的工作负载。</translation>
    </message>
    <message>
        <source>the manifest cannot be read: %1</source>
        <translation>无法读取清单：%1</translation>
    </message>
    <message>
        <source>Correct it there.</source>
        <translation>请在该处改正。</translation>
    </message>
    <message>
        <source>there is no policy %1</source>
        <translation>没有策略 %1</translation>
    </message>
    <message>
        <source>Choose one of the list, or paste a configuration.</source>
        <translation>请从列表中选择，或粘贴配置。</translation>
    </message>
    <message>
        <source>the configuration cannot be used: %1</source>
        <translation>无法使用该配置：%1</translation>
    </message>
    <message>
        <source>it names nothing to do it to</source>
        <translation>没有指明对象</translation>
    </message>
    <message>
        <source>Name a node, a workload, a policy or a manifest.</source>
        <translation>请指明节点、工作负载、策略或清单。</translation>
    </message>
    <message>
        <source>there are too many, at most %1</source>
        <translation>过多，最多 %1 个</translation>
    </message>
    <message>
        <source>Take some away.</source>
        <translation>请去掉一些。</translation>
    </message>
    <message>
        <source>%1 cannot be scaled</source>
        <translation>%1 不能伸缩</translation>
    </message>
    <message>
        <source>Name a Deployment, ReplicaSet, StatefulSet or Job.</source>
        <translation>请指明 Deployment、ReplicaSet、StatefulSet 或 Job。</translation>
    </message>
    <message>
        <source>waits now</source>
        <translation>正在等待</translation>
    </message>
    <message>
        <source>loses its node</source>
        <translation>失去节点</translation>
    </message>
    <message>
        <source>scaled up</source>
        <translation>扩容</translation>
    </message>
    <message>
        <source>arrives</source>
        <translation>到来</translation>
    </message>
    <message>
        <source>not decidable yet: %1</source>
        <translation>尚不能判定：%1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln nodes</source>
        <translation>
            <numerusform>%1 · %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>更差</translation>
    </message>
    <message>
        <source>Pending pods</source>
        <translation>待调度 Pod</translation>
    </message>
    <message>
        <source>Pods that lose their node for good</source>
        <translation>永久失去节点的 Pod</translation>
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
        <source>GPUs allocated</source>
        <translation>GPU 已分配</translation>
    </message>
    <message>
        <source>Pod slots taken</source>
        <translation>已占 Pod 位</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片率</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Nodes cordoned</source>
        <translation>已封锁节点</translation>
    </message>
    <message>
        <source>Pods on nodes</source>
        <translation>节点上的 Pod</translation>
    </message>
</context>
<context>
    <name>ScoreParts</name>
    <message>
        <source>%1
part of the score %2</source>
        <translation>%1
占得分 %2</translation>
    </message>
    <message>
        <source>%1
raw score %2
normalised %3 of 100
weight %4
part of the score %4 × %3 = %5</source>
        <translation>%1
原始得分 %2
归一化 %3（满分 100）
权重 %4
占得分 %4 × %3 = %5</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>1 core</source>
        <translation>1 核</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 核</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>under 1 ms</source>
        <translation>不到 1 毫秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>The node is cordoned (unschedulable)</source>
        <translation>节点已封锁（unschedulable）</translation>
    </message>
    <message>
        <source>The pod asks for another node by name</source>
        <translation>Pod 指定了另一个节点</translation>
    </message>
    <message>
        <source>The pod does not tolerate the taint %1</source>
        <translation>Pod 不容忍污点 %1</translation>
    </message>
    <message>
        <source>The node does not match the pod&apos;s required node affinity</source>
        <translation>节点不符合 Pod 的必需节点亲和性</translation>
    </message>
    <message>
        <source>The node does not match the pod&apos;s nodeSelector</source>
        <translation>节点不符合 Pod 的 nodeSelector</translation>
    </message>
    <message>
        <source>The node lacks the label %1 of the pod&apos;s nodeSelector</source>
        <translation>节点缺少 Pod 的 nodeSelector 要求的标签 %1</translation>
    </message>
    <message>
        <source>Host port %1 is taken</source>
        <translation>主机端口 %1 已被占用</translation>
    </message>
    <message>
        <source>The node is gone</source>
        <translation>节点已不存在</translation>
    </message>
    <message>
        <source>A rule that is not built yet concerns the pod</source>
        <translation>有尚未实现的规则涉及此 Pod</translation>
    </message>
    <message>
        <source>The node is full: %1 of %2 pods</source>
        <translation>节点已满：%1 / %2 个 Pod</translation>
    </message>
    <message>
        <source>Not enough %1: asks %2, free %3 of %4</source>
        <translation>%1 不足：请求 %2，空闲 %3 / %4</translation>
    </message>
    <message>
        <source>No reason yet</source>
        <translation>尚无原因</translation>
    </message>
    <message>
        <source>Nodes are cordoned</source>
        <translation>节点已封锁</translation>
    </message>
    <message>
        <source>Asks for one node by name</source>
        <translation>指定了某个节点</translation>
    </message>
    <message>
        <source>Taint not tolerated</source>
        <translation>污点未被容忍</translation>
    </message>
    <message>
        <source>Taint not tolerated: %1</source>
        <translation>污点未被容忍：%1</translation>
    </message>
    <message>
        <source>Required node affinity matches no such node</source>
        <translation>必需节点亲和性不匹配</translation>
    </message>
    <message>
        <source>nodeSelector does not match</source>
        <translation>nodeSelector 不匹配</translation>
    </message>
    <message>
        <source>nodeSelector does not match: %1</source>
        <translation>nodeSelector 不匹配：%1</translation>
    </message>
    <message>
        <source>Host port is taken</source>
        <translation>主机端口被占用</translation>
    </message>
    <message>
        <source>No free pod slot</source>
        <translation>没有空闲的 Pod 位</translation>
    </message>
    <message>
        <source>Not enough CPU</source>
        <translation>CPU 不足</translation>
    </message>
    <message>
        <source>Not enough memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Not enough ephemeral storage</source>
        <translation>临时存储不足</translation>
    </message>
    <message>
        <source>Not enough %1</source>
        <translation>%1 不足</translation>
    </message>
    <message>
        <source>A rule that is not built yet</source>
        <translation>尚未实现的规则</translation>
    </message>
    <message>
        <source>uncordon the node</source>
        <translation>解除节点封锁</translation>
    </message>
    <message>
        <source>clear spec.nodeName of the pod</source>
        <translation>清除 Pod 的 spec.nodeName</translation>
    </message>
    <message>
        <source>add a toleration for %1</source>
        <translation>添加对 %1 的容忍</translation>
    </message>
    <message>
        <source>add the label %1 to the node</source>
        <translation>为节点添加标签 %1</translation>
    </message>
    <message>
        <source>free %1 %2</source>
        <translation>腾出 %1 %2</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between changes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>topology spread constraints</source>
        <translation>拓扑分布约束</translation>
    </message>
    <message>
        <source>the pod&apos;s own pod affinity</source>
        <translation>Pod 自身的亲和性</translation>
    </message>
    <message>
        <source>the pod&apos;s own pod anti-affinity</source>
        <translation>Pod 自身的反亲和性</translation>
    </message>
    <message>
        <source>resource claims (dynamic resource allocation)</source>
        <translation>资源申领（动态资源分配）</translation>
    </message>
    <message>
        <source>an in-place resize that has not settled</source>
        <translation>尚未完成的原地调整</translation>
    </message>
    <message>
        <source>gang scheduling of its workload group</source>
        <translation>工作负载组的成组调度</translation>
    </message>
    <message>
        <source>affinity or anti-affinity of running pods that may select it</source>
        <translation>可能选中它的运行中 Pod 的亲和性或反亲和性</translation>
    </message>
    <message>
        <source>extenders in the cluster&apos;s scheduler configuration</source>
        <translation>集群调度器配置中的扩展器</translation>
    </message>
    <message>
        <source>a field or value that this version does not know</source>
        <translation>本版本不识别的字段或取值</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Backing off</source>
        <translation>退避中</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>无处可放</translation>
    </message>
    <message>
        <source>Not decidable yet</source>
        <translation>尚不可判定</translation>
    </message>
    <message>
        <source>Awaiting approval</source>
        <translation>等待审批</translation>
    </message>
    <message>
        <source>Binding</source>
        <translation>绑定中</translation>
    </message>
    <message>
        <source>Advice only</source>
        <translation>仅建议</translation>
    </message>
    <message>
        <source>Terminating</source>
        <translation>终止中</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待调度</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Succeeded</source>
        <translation>已成功</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Approved</source>
        <translation>已批准</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>已绑定</translation>
    </message>
    <message>
        <source>Bind failed</source>
        <translation>绑定失败</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>已确认</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>已提议</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Binnacle</source>
        <translation>Binnacle</translation>
    </message>
    <message>
        <source>stable %1</source>
        <translation>稳定性 %1</translation>
    </message>
    <message>
        <source>requests and use were varied within what was measured</source>
        <translation>请求与用量在实测范围内扰动</translation>
    </message>
    <message>
        <source>nothing is measured here, so requests and use were varied within the stated default</source>
        <translation>此处没有实测数据，请求与用量在声明的默认范围内扰动</translation>
    </message>
    <message>
        <source>Stability: in %1 of %2 perturbed worlds the same node, or one of exactly equal score, still wins; %3.</source>
        <translation>稳定性：在 %2 个扰动情形中，有 %1 个仍由同一节点（或得分完全相同者）胜出；%3。</translation>
    </message>
    <message>
        <source>calibrated on %1 like it</source>
        <translation>已按 %1 个同类结果校准</translation>
    </message>
    <message>
        <source>uncalibrated (n = %1)</source>
        <translation>未校准（n = %1）</translation>
    </message>
    <message>
        <source>observe</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>recommend</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>approve</source>
        <translation>审批</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Synced</source>
        <translation>已同步</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>已过时</translation>
    </message>
    <message>
        <source> What you see is as of %1.</source>
        <translation> 所见为 %1 的状态。</translation>
    </message>
    <message>
        <source>Decisions start once the whole list has arrived.</source>
        <translation>完整列表到达后开始决策。</translation>
    </message>
    <message>
        <source>The feed has fallen behind</source>
        <translation>数据流已落后</translation>
    </message>
    <message>
        <source>Nothing is decided or approved until it is synced again.</source>
        <translation>重新同步之前不作决策与批准。</translation>
    </message>
    <message>
        <source>The API server cannot be reached</source>
        <translation>无法连接 API 服务器</translation>
    </message>
    <message>
        <source>Check the network and the server&apos;s address; it is tried again by itself.</source>
        <translation>请检查网络与服务器地址；会自动重试。</translation>
    </message>
    <message>
        <source>The server&apos;s certificate is not trusted</source>
        <translation>服务器证书不受信任</translation>
    </message>
    <message>
        <source>Check certificate-authority-data of this context.</source>
        <translation>请检查此上下文的 certificate-authority-data。</translation>
    </message>
    <message>
        <source>A certificate has expired</source>
        <translation>证书已过期</translation>
    </message>
    <message>
        <source>Renew it, then reconnect.</source>
        <translation>请更新证书后重新连接。</translation>
    </message>
    <message>
        <source>The server does not accept the credentials (401)</source>
        <translation>服务器不接受凭据（401）</translation>
    </message>
    <message>
        <source>Sign in again or renew the token of this context.</source>
        <translation>请重新登录，或更新此上下文的令牌。</translation>
    </message>
    <message>
        <source>Reading the cluster is forbidden (403)</source>
        <translation>无权读取集群（403）</translation>
    </message>
    <message>
        <source>Ask for: list and watch on nodes, pods and namespaces.</source>
        <translation>请申请：对 nodes、pods、namespaces 的 list 与 watch。</translation>
    </message>
    <message>
        <source>The server asks to slow down (429)</source>
        <translation>服务器要求放慢（429）</translation>
    </message>
    <message>
        <source>It is tried again when the server allows.</source>
        <translation>服务器允许时会重试。</translation>
    </message>
    <message>
        <source>The server failed (5xx)</source>
        <translation>服务器故障（5xx）</translation>
    </message>
    <message>
        <source>It is tried again by itself.</source>
        <translation>会自动重试。</translation>
    </message>
    <message>
        <source>The server&apos;s answer could not be read</source>
        <translation>无法解析服务器的应答</translation>
    </message>
    <message>
        <source>Check that the address is a Kubernetes API server.</source>
        <translation>请确认地址是 Kubernetes API 服务器。</translation>
    </message>
    <message>
        <source>The server does not answer in time</source>
        <translation>服务器未及时应答</translation>
    </message>
    <message>
        <source>The credential plugin failed</source>
        <translation>凭据插件失败</translation>
    </message>
    <message>
        <source>Run its command in a terminal to see why.</source>
        <translation>请在终端运行其命令查看原因。</translation>
    </message>
    <message>
        <source>This context runs a program to sign in</source>
        <translation>此上下文需运行程序登录</translation>
    </message>
    <message>
        <source>Look at the command and allow it, or open another context.</source>
        <translation>请查看命令并允许，或打开其他上下文。</translation>
    </message>
    <message>
        <source>This context is not complete</source>
        <translation>此上下文不完整</translation>
    </message>
    <message>
        <source>Correct the kubeconfig and open it again.</source>
        <translation>请更正 kubeconfig 后重新打开。</translation>
    </message>
    <message>
        <source>The feed is stopped</source>
        <translation>数据流已停止</translation>
    </message>
    <message>
        <source>Open the cluster again.</source>
        <translation>请重新打开集群。</translation>
    </message>
    <message>
        <source>Not synced</source>
        <translation>未同步</translation>
    </message>
    <message>
        <source>Nothing is approved on old data. Approving comes back with the feed.</source>
        <translation>不会基于旧数据批准。数据流恢复后即可批准。</translation>
    </message>
    <message>
        <source>This cluster is in observe</source>
        <translation>此集群处于观察级别</translation>
    </message>
    <message>
        <source>Set its autonomy to approve to write to it.</source>
        <translation>将其自主级别设为审批后才能写入。</translation>
    </message>
    <message>
        <source>This cluster is set read-only</source>
        <translation>此集群设为只读</translation>
    </message>
    <message>
        <source>Change its protection to write to it.</source>
        <translation>更改其保护设置后才能写入。</translation>
    </message>
    <message>
        <source> for user %1</source>
        <translation>（用户 %1）</translation>
    </message>
    <message>
        <source>Forbidden: create on pods/binding%1</source>
        <translation>无权对 pods/binding 执行 create%1</translation>
    </message>
    <message>
        <source>Ask for an RBAC rule that allows the verb create on the resource pods/binding.</source>
        <translation>请申请允许对 pods/binding 资源执行 create 的 RBAC 规则。</translation>
    </message>
    <message>
        <source>It is not yet known whether you may bind pods</source>
        <translation>尚不知您是否有权绑定 Pod</translation>
    </message>
    <message>
        <source>The access review has not been answered; until then it counts as no.</source>
        <translation>访问审查尚未应答；在此之前视为无权。</translation>
    </message>
    <message>
        <source>The audit log cannot be written</source>
        <translation>无法写入审计日志</translation>
    </message>
    <message>
        <source>Nothing is written to the cluster without it. Free disk space or check the store&apos;s folder.</source>
        <translation>没有审计日志就不会写入集群。请释放磁盘空间或检查存储目录。</translation>
    </message>
    <message>
        <source>Advice only: another scheduler owns this pod</source>
        <translation>仅建议：此 Pod 归其他调度器</translation>
    </message>
    <message>
        <source>Only pods whose schedulerName is ours are ever bound.</source>
        <translation>只绑定 schedulerName 为本调度器的 Pod。</translation>
    </message>
    <message>
        <source>Opened from a file</source>
        <translation>从文件打开</translation>
    </message>
    <message>
        <source>There is no server to write to.</source>
        <translation>没有可写入的服务器。</translation>
    </message>
    <message>
        <source>Not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Not possible now</source>
        <translation>目前无法执行</translation>
    </message>
    <message>
        <source>Forbidden</source>
        <translation>无权限</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>A limit was reached</source>
        <translation>达到上限</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>No answer in time</source>
        <translation>未及时应答</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Out of range</source>
        <translation>超出范围</translation>
    </message>
    <message>
        <source>Changed meanwhile</source>
        <translation>期间已变化</translation>
    </message>
    <message>
        <source>Already there</source>
        <translation>已存在</translation>
    </message>
    <message>
        <source>Not offered here</source>
        <translation>此处不支持</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>error code in words, then its details</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Tree head verified</source>
        <translation>树头已验证</translation>
    </message>
    <message>
        <source>Consistent, but no trusted head to compare with</source>
        <translation>自洽，但没有可信的树头可比较</translation>
    </message>
    <message>
        <source>The log was changed</source>
        <translation>日志被改动</translation>
    </message>
    <message>
        <source>The end of the log is missing</source>
        <translation>日志末尾缺失</translation>
    </message>
    <message>
        <source>An older copy of the log was put back</source>
        <translation>日志被换回旧副本</translation>
    </message>
    <message>
        <source>The signed head is not by the known key</source>
        <translation>签名的树头不是已知密钥所签</translation>
    </message>
    <message>
        <source>The log cannot be read</source>
        <translation>无法读取日志</translation>
    </message>
    <message>
        <source>, first bad entry #%1</source>
        <translation>，首个损坏条目 #%1</translation>
    </message>
    <message>
        <source>, no bad entry</source>
        <translation>，无损坏条目</translation>
    </message>
    <message>
        <source>; the newest head says %1</source>
        <translation>；最新树头记为 %1</translation>
    </message>
    <message>
        <source>Replayed: equal</source>
        <translation>重放：相同</translation>
    </message>
    <message>
        <source>Replayed: different</source>
        <translation>重放：不同</translation>
    </message>
    <message>
        <source>No node</source>
        <translation>无可用节点</translation>
    </message>
    <message numerus="yes">
        <source>Confidence: how often decisions like this one ended well, by %Ln outcomes.</source>
        <translation>
            <numerusform>置信度：据 %Ln 个结果，此类决策结果良好的比例。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Confidence: equal to the stability until outcomes have calibrated it; %Ln outcomes so far.</source>
        <translation>
            <numerusform>置信度：在有结果校准之前等于稳定度；目前有 %Ln 个结果。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not synced: nothing is decided on old data. It works again when the feed is back.</source>
        <translation>未同步：不依据旧数据做决策。数据源恢复后即可使用。</translation>
    </message>
    <message>
        <source>Decisions of an earlier run are still being settled; try again in a moment.</source>
        <translation>上次运行的决策仍在核对；请稍后再试。</translation>
    </message>
    <message>
        <source>This cluster is in observe. Set its autonomy to approve to write to it.</source>
        <translation>此集群处于观察模式。将自主级别设为审批后才能写入。</translation>
    </message>
    <message>
        <source>This cluster is set read-only. Change its protection to write to it.</source>
        <translation>此集群设为只读。更改其保护级别后才能写入。</translation>
    </message>
    <message>
        <source>Another scheduler owns this pod; only pods whose schedulerName is ours are ever bound.</source>
        <translation>此 Pod 属于另一个调度器；只有 schedulerName 为本调度器的 Pod 才会被绑定。</translation>
    </message>
    <message>
        <source>Opened from a file: there is no server to write to.</source>
        <translation>从文件打开：没有可写入的服务器。</translation>
    </message>
    <message>
        <source>This cluster is protected: its name must be typed to approve.</source>
        <translation>此集群受保护：须输入其名称才能批准。</translation>
    </message>
    <message>
        <source>Loading, so far: %1, %2</source>
        <comment>nodes, pods</comment>
        <translation>正在加载，目前：%1，%2</translation>
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
    <message>
        <source>%1 Until then nothing is written to the cluster. (%2)</source>
        <comment>what to do, then the details</comment>
        <translation>%1在此之前不会写入集群。（%2）</translation>
    </message>
    <message>
        <source>The disk of the audit log is full</source>
        <translation>审计日志所在磁盘已满</translation>
    </message>
    <message>
        <source>Free space on it; it is tried again by itself.</source>
        <translation>请释放空间；会自动重试。</translation>
    </message>
    <message>
        <source>The audit log is damaged</source>
        <translation>审计日志已损坏</translation>
    </message>
    <message>
        <source>Restore a backup with binnaclectl store restore.</source>
        <translation>请用 binnaclectl store restore 恢复备份。</translation>
    </message>
    <message>
        <source>The audit log was written by a newer version</source>
        <translation>审计日志由更新的版本写入</translation>
    </message>
    <message>
        <source>Update Binnacle, then open it again.</source>
        <translation>请更新 Binnacle 后重新打开。</translation>
    </message>
    <message>
        <source>The audit log cannot be used here</source>
        <translation>无法在此使用审计日志</translation>
    </message>
    <message>
        <source>Do what the details say, then open it again.</source>
        <translation>请按详情处理后重新打开。</translation>
    </message>
    <message>
        <source>Check that its folder is there, is yours and can be written; then open the cluster again.</source>
        <translation>请检查其文件夹是否存在、属于您且可写；然后重新打开集群。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln entries checked</source>
        <translation>
            <numerusform>已检查 %Ln 条中的 %1 条</numerusform>
        </translation>
    </message>
    <message>
        <source>No pod that this one must be near is in the node&apos;s %1</source>
        <translation>该节点的 %1 中没有此 Pod 必须靠近的 Pod</translation>
    </message>
    <message>
        <source>The pod must not be near %2, which is in the node&apos;s %1</source>
        <translation>此 Pod 不得靠近 %2，而后者位于该节点的 %1 中</translation>
    </message>
    <message>
        <source>%2, which is in the node&apos;s %1, keeps this pod away</source>
        <translation>位于该节点 %1 中的 %2 排斥此 Pod</translation>
    </message>
    <message>
        <source>%1 %2 would have %3 such pods where the least has %4; at most %5 more are allowed</source>
        <translation>%1 %2 将有 %3 个此类 Pod，而最少处有 %4 个；最多允许多 %5 个</translation>
    </message>
    <message>
        <source>The node has no label %1, over which the pod is spread</source>
        <translation>该节点没有此 Pod 据以分布的标签 %1</translation>
    </message>
    <message>
        <source>Not near the pods it must be near: %1</source>
        <translation>不靠近其必须靠近的 Pod：%1</translation>
    </message>
    <message>
        <source>Near pods it must not be near: %1</source>
        <translation>靠近其不得靠近的 Pod：%1</translation>
    </message>
    <message>
        <source>Kept away by running pods: %1</source>
        <translation>被运行中的 Pod 排斥：%1</translation>
    </message>
    <message>
        <source>Would be spread too unevenly: %1</source>
        <translation>分布将过于不均：%1</translation>
    </message>
    <message>
        <source>No label to spread over: %1</source>
        <translation>缺少据以分布的标签：%1</translation>
    </message>
    <message>
        <source>volumes whose claims, classes or drivers cannot be listed</source>
        <translation>声明、类或驱动无法列出的卷</translation>
    </message>
    <message>
        <source>The %1 %2 is in use here by %3, and cannot be shared</source>
        <translation>%1 %2 正被此处的 %3 使用，不能共用</translation>
    </message>
    <message>
        <source>The claim %1 is for one pod only (ReadWriteOncePod), and %2 has it</source>
        <translation>声明 %1 只供一个 Pod 使用（ReadWriteOncePod），已被 %2 占用</translation>
    </message>
    <message>
        <source>A volume of the pod names no PersistentVolumeClaim</source>
        <translation>该 Pod 有一个卷未指明 PersistentVolumeClaim</translation>
    </message>
    <message>
        <source>There is no PersistentVolumeClaim %1</source>
        <translation>PersistentVolumeClaim %1 不存在</translation>
    </message>
    <message>
        <source>The claim %1 of an ephemeral volume has not been made yet</source>
        <translation>临时卷的声明 %1 尚未创建</translation>
    </message>
    <message>
        <source>The claim %1 was not made for this pod&apos;s ephemeral volume</source>
        <translation>声明 %1 不是为此 Pod 的临时卷创建的</translation>
    </message>
    <message>
        <source>The claim %1 has lost its volume %2</source>
        <translation>声明 %1 已失去其卷 %2</translation>
    </message>
    <message>
        <source>The claim %1 is being deleted</source>
        <translation>声明 %1 正在删除</translation>
    </message>
    <message>
        <source>The claim %1 is not bound to a volume, and has no StorageClass that waits for a pod</source>
        <translation>声明 %1 未绑定到卷，也没有等待 Pod 的 StorageClass</translation>
    </message>
    <message>
        <source>The claim %1 is not bound to a volume; its StorageClass %2 does not wait for a pod</source>
        <translation>声明 %1 未绑定到卷；其 StorageClass %2 不等待 Pod</translation>
    </message>
    <message>
        <source>The claim %1 is bound to the PersistentVolume %2, which is not there</source>
        <translation>声明 %1 绑定的 PersistentVolume %2 不存在</translation>
    </message>
    <message>
        <source>There is no StorageClass %2, which the claim %1 names</source>
        <translation>声明 %1 指明的 StorageClass %2 不存在</translation>
    </message>
    <message>
        <source>The StorageClass %2 of the claim %1 has no volumeBindingMode</source>
        <translation>声明 %1 的 StorageClass %2 没有 volumeBindingMode</translation>
    </message>
    <message>
        <source>The volume %1 cannot be used from this node (its node affinity)</source>
        <translation>卷 %1 不能在此节点上使用（其节点亲和性）</translation>
    </message>
    <message>
        <source>The volume %1 needs %2 %3, and the node has no such label</source>
        <translation>卷 %1 需要 %2 为 %3，而节点没有该标签</translation>
    </message>
    <message>
        <source>The volume %1 needs %2 %3, and the node has %4</source>
        <translation>卷 %1 需要 %2 为 %3，而节点为 %4</translation>
    </message>
    <message>
        <source>The volume %1 is in %2 %3, and the node has no such label</source>
        <translation>卷 %1 位于 %2 %3，而节点没有该标签</translation>
    </message>
    <message>
        <source>The volume %1 is in %2 %3, and the node in %4</source>
        <translation>卷 %1 位于 %2 %3，而节点位于 %4</translation>
    </message>
    <message>
        <source>No volume that this node can use fits the claim %1, and its StorageClass %2 makes none</source>
        <translation>此节点可用的卷都不适合声明 %1，且其 StorageClass %2 不创建卷</translation>
    </message>
    <message>
        <source>The StorageClass %1 makes volumes in %2 %3 only, and the node has no such label</source>
        <translation>StorageClass %1 只在 %2 %3 创建卷，而节点没有该标签</translation>
    </message>
    <message>
        <source>The StorageClass %1 makes volumes in %2 %3 only, and the node has %4</source>
        <translation>StorageClass %1 只在 %2 %3 创建卷，而节点为 %4</translation>
    </message>
    <message>
        <source>The volume of the claim %1 is being made for the node %2</source>
        <translation>声明 %1 的卷正在为节点 %2 创建</translation>
    </message>
    <message>
        <source>Not enough storage of the class %2 for the claim %1: asks %3, the most there is here is %4</source>
        <translation>类 %2 的存储不足以满足声明 %1：请求 %3，此处最多 %4</translation>
    </message>
    <message>
        <source>Too many volumes of the driver %1: %2 of %3 are attached, %4 more asked</source>
        <translation>驱动 %1 的卷过多：已挂接 %2/%3，还需 %4</translation>
    </message>
    <message>
        <source>The volume %1 cannot be handed to its CSI driver: it is malformed</source>
        <translation>卷 %1 无法交给其 CSI 驱动：格式有误</translation>
    </message>
    <message>
        <source>The CSI driver %1 is not on the node</source>
        <translation>节点上没有 CSI 驱动 %1</translation>
    </message>
    <message>
        <source>A volume is in use there and cannot be shared</source>
        <translation>有卷正被使用且不能共用</translation>
    </message>
    <message>
        <source>A claim for one pod only is in use</source>
        <translation>只供一个 Pod 的声明已被占用</translation>
    </message>
    <message>
        <source>A PersistentVolumeClaim is missing</source>
        <translation>缺少 PersistentVolumeClaim</translation>
    </message>
    <message>
        <source>A claim was made for another pod</source>
        <translation>声明是为其他 Pod 创建的</translation>
    </message>
    <message>
        <source>A claim&apos;s volume is gone</source>
        <translation>声明的卷已不存在</translation>
    </message>
    <message>
        <source>A claim is being deleted</source>
        <translation>声明正在删除</translation>
    </message>
    <message>
        <source>A claim is not bound to a volume</source>
        <translation>声明未绑定到卷</translation>
    </message>
    <message>
        <source>A StorageClass is missing or incomplete</source>
        <translation>StorageClass 缺失或不完整</translation>
    </message>
    <message>
        <source>A volume cannot be used from there</source>
        <translation>卷不能在那里使用</translation>
    </message>
    <message>
        <source>A volume is in another zone or region</source>
        <translation>卷位于其他可用区或地域</translation>
    </message>
    <message>
        <source>No volume fits a claim</source>
        <translation>没有适合声明的卷</translation>
    </message>
    <message>
        <source>No volume may be made there</source>
        <translation>不能在那里创建卷</translation>
    </message>
    <message>
        <source>A volume is being made for another node</source>
        <translation>卷正在为其他节点创建</translation>
    </message>
    <message>
        <source>Not enough storage</source>
        <translation>存储不足</translation>
    </message>
    <message>
        <source>Not enough storage: %1</source>
        <translation>存储不足：%1</translation>
    </message>
    <message>
        <source>Too many volumes: %1</source>
        <translation>卷过多：%1</translation>
    </message>
    <message>
        <source>A volume is malformed</source>
        <translation>卷的格式有误</translation>
    </message>
    <message>
        <source>A CSI driver is missing: %1</source>
        <translation>缺少 CSI 驱动：%1</translation>
    </message>
    <message>
        <source>A claim has to be bound first</source>
        <translation>须先绑定声明</translation>
    </message>
    <message>
        <source>end %1</source>
        <translation>结束 %1</translation>
    </message>
    <message>
        <source>make the PersistentVolumeClaim %1</source>
        <translation>创建 PersistentVolumeClaim %1</translation>
    </message>
    <message>
        <source>bind the claim %1</source>
        <translation>绑定声明 %1</translation>
    </message>
    <message>
        <source>make the StorageClass %1</source>
        <translation>创建 StorageClass %1</translation>
    </message>
    <message>
        <source>add a volume for the claim %1</source>
        <translation>为声明 %1 添加卷</translation>
    </message>
    <message>
        <source>install the CSI driver %1 on the node</source>
        <translation>在节点上安装 CSI 驱动 %1</translation>
    </message>
    <message>
        <source>detach volumes of the driver %2: %1 at least</source>
        <translation>卸下驱动 %2 的卷：至少 %1 个</translation>
    </message>
    <message>
        <source>CPU would be at %1; the policy allows %2 (measured use)</source>
        <translation>CPU 将达到 %1；策略允许 %2（按实测用量）</translation>
    </message>
    <message>
        <source>CPU would be at %1; the policy allows %2 (requests)</source>
        <translation>CPU 将达到 %1；策略允许 %2（按请求量）</translation>
    </message>
    <message>
        <source>Memory would be at %1; the policy allows %2 (measured use)</source>
        <translation>内存将达到 %1；策略允许 %2（按实测用量）</translation>
    </message>
    <message>
        <source>Memory would be at %1; the policy allows %2 (requests)</source>
        <translation>内存将达到 %1；策略允许 %2（按请求量）</translation>
    </message>
    <message>
        <source>Latency of at most %1 ms: not applied, for nothing measures it</source>
        <translation>延迟至多 %1 ms：未生效，因为没有来源测量延迟</translation>
    </message>
    <message>
        <source>The policy&apos;s rule %1 forbids this node</source>
        <translation>策略规则 %1 禁止使用该节点</translation>
    </message>
    <message>
        <source>The policy&apos;s rule %1 requires other nodes</source>
        <translation>策略规则 %1 要求使用其他节点</translation>
    </message>
    <message>
        <source>Above the policy&apos;s CPU limit</source>
        <translation>超出策略的 CPU 上限</translation>
    </message>
    <message>
        <source>Below the policy&apos;s free memory</source>
        <translation>低于策略要求的空闲内存</translation>
    </message>
    <message>
        <source>Latency is not measured</source>
        <translation>未测量延迟</translation>
    </message>
    <message>
        <source>Forbidden by the policy: %1</source>
        <translation>被策略禁止：%1</translation>
    </message>
    <message>
        <source>Not what the policy requires: %1</source>
        <translation>不是策略要求的节点：%1</translation>
    </message>
    <message>
        <source>The node does not declare the feature %1, which the pod needs</source>
        <translation>节点未声明 Pod 所需的特性 %1</translation>
    </message>
    <message>
        <source>There is no resource claim %1</source>
        <translation>没有名为 %1 的资源申领</translation>
    </message>
    <message>
        <source>The pod&apos;s resource claim %1 has not been made of its template yet</source>
        <translation>Pod 的资源申领 %1 尚未按模板创建</translation>
    </message>
    <message>
        <source>The resource claim %1 is being deleted</source>
        <translation>资源申领 %1 正在被删除</translation>
    </message>
    <message>
        <source>The resource claim %1 was not made for this pod</source>
        <translation>资源申领 %1 不是为此 Pod 创建的</translation>
    </message>
    <message>
        <source>The devices of the resource claim %1 cannot be used from this node</source>
        <translation>无法从此节点使用资源申领 %1 的设备</translation>
    </message>
    <message>
        <source>The resource claim %1 asks in a way that is not known</source>
        <translation>资源申领 %1 的请求方式无法识别</translation>
    </message>
    <message>
        <source>There is no device class %1</source>
        <translation>没有名为 %1 的设备类</translation>
    </message>
    <message>
        <source>The devices that the pod claims are not free here</source>
        <translation>Pod 申领的设备在此没有空闲</translation>
    </message>
    <message>
        <source>The devices that the pod claims are not free here, and a pool of devices contradicts itself</source>
        <translation>Pod 申领的设备在此没有空闲，并且有一个设备池自相矛盾</translation>
    </message>
    <message>
        <source>Devices cannot be chosen: %1</source>
        <translation>无法选择设备：%1</translation>
    </message>
    <message>
        <source>The resource claim %1 has to be allocated first</source>
        <translation>必须先分配资源申领 %1</translation>
    </message>
    <message>
        <source>The resource claim %1 has to be reserved for the pod first</source>
        <translation>必须先为此 Pod 预留资源申领 %1</translation>
    </message>
    <message>
        <source>Feature not declared: %1</source>
        <translation>未声明特性：%1</translation>
    </message>
    <message>
        <source>Resource claim is not there</source>
        <translation>资源申领不存在</translation>
    </message>
    <message>
        <source>Resource claim is being deleted</source>
        <translation>资源申领正在被删除</translation>
    </message>
    <message>
        <source>Resource claim of another pod</source>
        <translation>属于其他 Pod 的资源申领</translation>
    </message>
    <message>
        <source>Claimed devices are elsewhere</source>
        <translation>所申领的设备在别处</translation>
    </message>
    <message>
        <source>Resource claim is not understood</source>
        <translation>无法理解资源申领</translation>
    </message>
    <message>
        <source>Device class is not there</source>
        <translation>设备类不存在</translation>
    </message>
    <message>
        <source>Claimed devices are not free</source>
        <translation>所申领的设备没有空闲</translation>
    </message>
    <message>
        <source>Pool of devices contradicts itself</source>
        <translation>设备池自相矛盾</translation>
    </message>
    <message>
        <source>Devices cannot be chosen</source>
        <translation>无法选择设备</translation>
    </message>
    <message>
        <source>Resource claim has to be allocated first</source>
        <translation>必须先分配资源申领</translation>
    </message>
    <message>
        <source>It is decided once these scheduling gates are taken away: %1.</source>
        <translation>移除以下调度门控后才会做出决策：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Held back by gates</source>
        <translation>被调度门控暂缓</translation>
    </message>
    <message>
        <source>%1 (priority %2, against its disruption budget)</source>
        <translation>%1（优先级 %2，违反其干扰预算）</translation>
    </message>
    <message>
        <source>%1 (priority %2)</source>
        <translation>%1（优先级 %2）</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>等另外 %1 项</translation>
    </message>
    <message>
        <source>Evicting pods would not help</source>
        <translation>驱逐 Pod 也无济于事</translation>
    </message>
    <message>
        <source>On no node would it fit without pods of lower priority.</source>
        <translation>即使去掉优先级更低的 Pod，也没有节点能容纳它。</translation>
    </message>
    <message>
        <source>It evicts nobody</source>
        <translation>它不会驱逐任何 Pod</translation>
    </message>
    <message>
        <source>Its preemptionPolicy is Never.</source>
        <translation>其 preemptionPolicy 为 Never。</translation>
    </message>
    <message numerus="yes">
        <source>Evicting pods would help on %Ln nodes</source>
        <translation>
            <numerusform>在 %Ln 个节点上驱逐 Pod 会有帮助</numerusform>
        </translation>
    </message>
    <message>
        <source>Whom to evict depends on disruption budgets, which may not be listed here: allow &quot;list&quot; and &quot;watch&quot; on poddisruptionbudgets.</source>
        <translation>驱逐哪些 Pod 取决于干扰预算，而此处无权列出：请授予对 poddisruptionbudgets 的“list”和“watch”权限。</translation>
    </message>
    <message>
        <source>It waits for pods to leave %1</source>
        <translation>它在等待 Pod 离开 %1</translation>
    </message>
    <message>
        <source>Still leaving: %1.</source>
        <translation>仍在离开：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes are exactly as good.</source>
        <translation>
            <numerusform>另有 %Ln 个节点同样好。</numerusform>
        </translation>
    </message>
    <message>
        <source>It would fit on %1 if these pods were evicted</source>
        <translation>若驱逐以下 Pod，它可放到 %1</translation>
    </message>
    <message>
        <source>To evict: %1.</source>
        <translation>需驱逐：%1。</translation>
    </message>
    <message>
        <source>Binnacle evicts nothing: this is advice.</source>
        <translation>Binnacle 不会驱逐任何 Pod：这只是建议。</translation>
    </message>
    <message numerus="yes">
        <source>free %Ln pod slot(s)</source>
        <translation>
            <numerusform>腾出 %Ln 个 Pod 位</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>evict %1 and %Ln more</source>
        <translation>
            <numerusform>驱逐 %1 及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>evict %1</source>
        <translation>驱逐 %1</translation>
    </message>
    <message numerus="yes">
        <source>wait until %1 and %Ln more ended</source>
        <translation>
            <numerusform>等待 %1 及另外 %Ln 个结束</numerusform>
        </translation>
    </message>
    <message>
        <source>wait until %1 ended</source>
        <translation>等待 %1 结束</translation>
    </message>
    <message>
        <source>ask for at most %1 %2</source>
        <translation>将 %2 请求降至 %1 以内</translation>
    </message>
    <message>
        <source>remove the taint %1 from the node</source>
        <translation>移除节点的污点 %1</translation>
    </message>
    <message>
        <source>remove the label %1 from the node</source>
        <translation>移除节点的标签 %1</translation>
    </message>
    <message>
        <source>drop %1 from the pod&apos;s nodeSelector</source>
        <translation>从 Pod 的 nodeSelector 中去掉 %1</translation>
    </message>
    <message>
        <source>drop the pod&apos;s required node affinity</source>
        <translation>去掉 Pod 的必需节点亲和性</translation>
    </message>
    <message>
        <source>give up host port %1</source>
        <translation>放弃主机端口 %1</translation>
    </message>
    <message>
        <source>drop the pod&apos;s required affinity over %1</source>
        <translation>去掉 Pod 在 %1 上的必需亲和性</translation>
    </message>
    <message>
        <source>drop the pod&apos;s required anti-affinity over %1</source>
        <translation>去掉 Pod 在 %1 上的必需反亲和性</translation>
    </message>
    <message>
        <source>raise maxSkew over %1 to %2</source>
        <translation>将 %1 上的 maxSkew 提高到 %2</translation>
    </message>
    <message>
        <source>let the spread over %1 only move scores (ScheduleAnyway)</source>
        <translation>让 %1 上的分布约束只影响评分（ScheduleAnyway）</translation>
    </message>
    <message>
        <source>There may be a smaller change: the search was cut short.</source>
        <translation>可能有更小的改动：搜索提前结束。</translation>
    </message>
    <message>
        <source>None was found before the search was cut short.</source>
        <translation>搜索提前结束，之前没有找到改动。</translation>
    </message>
    <message>
        <source>No change is known that could be verified.</source>
        <translation>没有可以验证的改动。</translation>
    </message>
    <message>
        <source>No change that could be verified lifts what %1 says.</source>
        <translation>没有可以验证的改动能解除 %1 的限制。</translation>
    </message>
    <message>
        <source>The claim %1 has to be bound to a volume first</source>
        <translation>须先将声明 %1 绑定到卷</translation>
    </message>
</context>
<context>
    <name>binnacle::models::AuditModel</name>
    <message>
        <source>audit</source>
        <translation>审计号</translation>
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
        <source>conf.</source>
        <translation>置信度</translation>
    </message>
</context>
<context>
    <name>binnacle::models::PendingModel</name>
    <message>
        <source>Not decidable yet</source>
        <translation>尚不可判定</translation>
    </message>
    <message>
        <source>Not decidable yet: %1</source>
        <translation>尚不可判定：%1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Queued, not decided yet</source>
        <translation>排队中，尚未决策</translation>
    </message>
    <message>
        <source>Fits, awaits approval</source>
        <translation>可放置，等待审批</translation>
    </message>
    <message>
        <source>Approved, binding</source>
        <translation>已批准，绑定中</translation>
    </message>
    <message>
        <source>Fits (advice only)</source>
        <translation>可放置（仅建议）</translation>
    </message>
    <message>
        <source>%1, pods: %2, oldest waits %3</source>
        <translation>%1，%2 个 Pod，最久等待 %3</translation>
    </message>
    <message>
        <source>%1 fits, advice only</source>
        <translation>%1 可放置，仅建议</translation>
    </message>
    <message>
        <source>%1 fits</source>
        <translation>%1 可放置</translation>
    </message>
    <message>
        <source>what blocks, and the pods</source>
        <translation>阻塞原因与 Pod</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>CPU, cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>memory, GiB</source>
        <translation>内存 GiB</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>in queue</source>
        <translation>队列位置</translation>
    </message>
    <message>
        <source>refusing nodes</source>
        <translation>拒绝节点</translation>
    </message>
    <message>
        <source>last answer</source>
        <translation>最近结论</translation>
    </message>
    <message>
        <source>Held back by scheduling gates</source>
        <translation>被调度门控暂缓</translation>
    </message>
    <message>
        <source>%1, after evictions</source>
        <translation>%1（驱逐后）</translation>
    </message>
</context>
<context>
    <name>binnacle::models::PlanLeftOverModel</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln nodes</source>
        <translation>
            <numerusform>%1 · %Ln 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>why it is not placed</source>
        <translation>未放置的原因</translation>
    </message>
    <message>
        <source>what most nodes say</source>
        <translation>多数节点的理由</translation>
    </message>
</context>
<context>
    <name>binnacle::models::PlanStepsModel</name>
    <message>
        <source>with its gang %1</source>
        <translation>与其组 %1 一起</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>makes room for %1</source>
        <translation>为 %1 腾出空间</translation>
    </message>
    <message>
        <source>makes room for %1 · %2</source>
        <translation>为 %1 腾出空间 · %2</translation>
    </message>
    <message>
        <source>no.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>代价</translation>
    </message>
</context>
<context>
    <name>binnacle::models::PodModel</name>
    <message>
        <source>Pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 卡</translation>
    </message>
    <message>
        <source>CPU, cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>memory, GiB</source>
        <translation>内存 GiB</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>restarts</source>
        <translation>重启</translation>
    </message>
</context>
<context>
    <name>binnacle::models::ProposalModel</name>
    <message>
        <source>Place %1 on %2: %3</source>
        <translation>将 %1 放置到 %2：%3</translation>
    </message>
    <message>
        <source>Place %1</source>
        <translation>放置 %1</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>stable %1 · confidence %2</source>
        <translation>稳定性 %1 · 置信度 %2</translation>
    </message>
</context>
<context>
    <name>binnacle::models::RankedModel</name>
    <message>
        <source>chosen</source>
        <translation>已选</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>同分</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>名次</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>score by plugin (weight × normalised)</source>
        <translation>各插件得分（权重 × 归一化）</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>to the best</source>
        <translation>与最优差</translation>
    </message>
</context>
<context>
    <name>binnacle::models::RejectedModel</name>
    <message>
        <source>; </source>
        <comment>between reasons</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>reason, and the nodes</source>
        <translation>原因与节点</translation>
    </message>
    <message>
        <source>refused by</source>
        <translation>拒绝者</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点数</translation>
    </message>
</context>
<context>
    <name>binnacle::models::ScenarioFigures</name>
    <message>
        <source>figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>better</source>
        <translation>更好</translation>
    </message>
</context>
<context>
    <name>binnacle::models::ScenarioMoves</name>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>from</source>
        <translation>原节点</translation>
    </message>
    <message>
        <source>to</source>
        <translation>新节点</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ApprovalsPage</name>
    <message>
        <source>Approved; the bind follows</source>
        <translation>已批准，随后绑定</translation>
    </message>
    <message>
        <source>Denied; the pod goes back to the queue</source>
        <translation>已拒绝，Pod 回到队列</translation>
    </message>
    <message>
        <source>A new proposal for %1 takes its place</source>
        <translation>已改为针对 %1 的新提议</translation>
    </message>
    <message>
        <source>Approvals</source>
        <translation>审批</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待中</translation>
    </message>
    <message>
        <source> · autonomy: %1</source>
        <translation> · 自主级别：%1</translation>
    </message>
    <message>
        <source> · protected: approving asks for the cluster&apos;s name</source>
        <translation> · 受保护：批准时需输入集群名</translation>
    </message>
    <message>
        <source> · read-only</source>
        <translation> · 只读</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Open one from the switcher at the top left.</source>
        <translation>请用左上角的切换器打开一个集群。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Proposals appear once the cluster is synced.</source>
        <translation>集群同步后，提议会出现在这里。</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>没有等待您处理的提议</translation>
    </message>
    <message>
        <source>Proposals appear here as pods that name our scheduler are decided.</source>
        <translation>指定本调度器的 Pod 有了决策后，提议会出现在这里。</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>%1 · first to expire on top</source>
        <translation>%1 · 最先到期者在前</translation>
    </message>
    <message>
        <source>Nothing waits for a decision.</source>
        <translation>没有等待决定的提议。</translation>
    </message>
    <message>
        <source>Decided today</source>
        <translation>今日已决定</translation>
    </message>
    <message>
        <source>Nothing decided today</source>
        <translation>今日尚无决定</translation>
    </message>
    <message>
        <source>↑↓ select · ⏎ to the card · there Ctrl+⏎ approve, Ctrl+⌫ deny</source>
        <translation>↑↓ 选择 · ⏎ 进入卡片 · 卡片内 Ctrl+⏎ 批准，Ctrl+⌫ 拒绝</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::AuditCard</name>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>备选</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Replaying…</source>
        <translation>重放中…</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>Copy the raw record</source>
        <translation>复制原始记录</translation>
    </message>
    <message>
        <source>Decision #%1</source>
        <translation>决策 #%1</translation>
    </message>
    <message>
        <source>%1 · policy %2</source>
        <translation>%1 · 策略 %2</translation>
    </message>
    <message>
        <source>%1 %2 on %3</source>
        <comment>operation pod node</comment>
        <translation>将 %2 %1到 %3</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>无节点</translation>
    </message>
    <message>
        <source>stable %1 · confidence %2 · %3</source>
        <translation>稳定性 %1 · 置信度 %2 · %3</translation>
    </message>
    <message>
        <source>score %1 · %2 above the next best</source>
        <translation>得分 %1 · 高出次优 %2</translation>
    </message>
    <message>
        <source>score %1 · the only node that fit</source>
        <translation>得分 %1 · 唯一可用的节点</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>pod uid</source>
        <translation>Pod UID</translation>
    </message>
    <message>
        <source>inverse</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>deny; nothing was changed yet</source>
        <translation>拒绝即可；尚未作任何改动</translation>
    </message>
    <message>
        <source>evict and requeue; a restart once the pod runs</source>
        <translation>驱逐并重新排队；Pod 运行后即为一次重启</translation>
    </message>
    <message>
        <source>decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>nobody yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>made from</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>snapshot %1… · seed %2 · model %3</source>
        <translation>快照 %1… · 种子 %2 · 模型 %3</translation>
    </message>
    <message>
        <source>Life</source>
        <translation>经过</translation>
    </message>
    <message>
        <source>No alternative was recorded</source>
        <translation>没有记录备选</translation>
    </message>
    <message>
        <source>Recorded nodes, best first (%1)</source>
        <translation>已记录的节点，最优在前（%1）</translation>
    </message>
    <message>
        <source>Nodes that refused it</source>
        <translation>拒绝它的节点</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>leaf hash</source>
        <translation>叶哈希</translation>
    </message>
    <message>
        <source>Verify recomputes every hash of the log, compares the root with the signed tree head, and names the first bad entry. It is at the foot of the page.</source>
        <translation>验证会重新计算日志的全部哈希，与签名的树头比较，并指出第一个损坏的条目。按钮在页面底部。</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>root</source>
        <translation>根</translation>
    </message>
    <message>
        <source>signed by</source>
        <translation>签名者</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>head</source>
        <translation>树头</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>已检查</translation>
    </message>
    <message>
        <source>This entry is among those checked.</source>
        <translation>本条目在已检查之列。</translation>
    </message>
    <message>
        <source>This entry is not covered by the last check; verify again.</source>
        <translation>上次检查未覆盖本条目，请再次验证。</translation>
    </message>
    <message>
        <source>The decision is made again from the recorded snapshot, policy and seed.</source>
        <translation>正用记录的快照、策略与种子重新决策。</translation>
    </message>
    <message>
        <source>Not replayed</source>
        <translation>尚未重放</translation>
    </message>
    <message>
        <source>Replay makes the decision again from the recorded snapshot, policy and seed, and compares every bit.</source>
        <translation>重放会用记录的快照、策略与种子重新决策，并逐位比较。</translation>
    </message>
    <message>
        <source>Could not replay</source>
        <translation>无法重放</translation>
    </message>
    <message>
        <source>Same node, scores, reasons and confidence, bit for bit. Fingerprint %1</source>
        <translation>节点、得分、原因与置信度逐位相同。指纹 %1</translation>
    </message>
    <message>
        <source>Not verified yet in this session</source>
        <translation>本次会话尚未验证</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries, %1</source>
        <translation>
            <numerusform>%Ln 条，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::AuditPage</name>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>%1 of %2 · rows keep their place, new ones wait above</source>
        <translation>%1 / %2 · 行保持原位，新决策在上方等待</translation>
    </message>
    <message>
        <source>Export %1 with proof…</source>
        <translation>导出 %1 个及证明…</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Open one from the switcher at the top left.</source>
        <translation>请用左上角的切换器打开一个集群。</translation>
    </message>
    <message>
        <source>The audit log cannot be read</source>
        <translation>无法读取审计日志</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Reading the audit log</source>
        <translation>正在读取审计日志</translation>
    </message>
    <message>
        <source>No decision matches</source>
        <translation>没有符合的决策</translation>
    </message>
    <message>
        <source>Clear the facets, the range or the filter; or look further back in time.</source>
        <translation>请清除分面、时间范围或筛选，或查看更早的时间。</translation>
    </message>
    <message>
        <source>No decision yet</source>
        <translation>尚无决策</translation>
    </message>
    <message>
        <source>Every decision that is proposed is written here first, with what became of it.</source>
        <translation>每个提议的决策都会先写入这里，并记录其后续。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>Could not verify: %1</source>
        <translation>无法验证：%1</translation>
    </message>
    <message>
        <source>Export the decisions that match</source>
        <translation>导出符合的决策</translation>
    </message>
    <message>
        <source>JSON with proof (*.json)</source>
        <translation>JSON 及证明 (*.json)</translation>
    </message>
    <message>
        <source>CSV with proof (*.csv)</source>
        <translation>CSV 及证明 (*.csv)</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Could not export: %1</source>
        <translation>无法导出：%1</translation>
    </message>
    <message>
        <source>Decisions by outcome</source>
        <translation>按结果统计的决策</translation>
    </message>
    <message>
        <source>Decisions by outcome over time</source>
        <translation>按结果统计的决策随时间变化</translation>
    </message>
    <message>
        <source>clear the range</source>
        <translation>清除范围</translation>
    </message>
    <message>
        <source>load older</source>
        <translation>加载更早</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Storage…</source>
        <translation>存储…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln decisions</source>
        <translation>
            <numerusform>%Ln 个决策</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries in all</source>
        <translation>
            <numerusform>共 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new decisions wait above: show them</source>
        <translation>
            <numerusform>上方有 %Ln 个新决策：显示</numerusform>
        </translation>
    </message>
    <message>
        <source>Not verified yet in this session</source>
        <translation>本次会话尚未验证</translation>
    </message>
    <message numerus="yes">
        <source>Verifying: %1 of %Ln entries</source>
        <translation>
            <numerusform>正在验证：%Ln 条中的 %1 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries written since</source>
        <translation>
            <numerusform>此后写入 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::BadEntry</name>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>%1 %2 on %3</source>
        <comment>operation pod node</comment>
        <translation>%1 %2 到 %3</translation>
    </message>
    <message>
        <source>no node</source>
        <translation>无节点</translation>
    </message>
    <message>
        <source>First bad entry: #%1 · %2</source>
        <translation>首个损坏的条目：#%1 · %2</translation>
    </message>
    <message>
        <source>What is before it agrees with the signed heads; from it on nothing is proven. Keep a copy of the database, find out who changed it, then restore a backup with binnaclectl store restore.</source>
        <translation>其之前的条目与已签名的树头一致；从它开始均无法证明。请保留数据库副本，查明何人改动，再用 binnaclectl store restore 恢复备份。</translation>
    </message>
    <message>
        <source>show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::DecisionCard</name>
    <message>
        <source>Not a proposal</source>
        <translation>不是提议</translation>
    </message>
    <message>
        <source>The cluster changed, and the pod went back to the queue; a new proposal follows if it still fits.</source>
        <translation>集群已变化，Pod 回到队列；若仍可放置，会有新的提议。</translation>
    </message>
    <message>
        <source>No longer waiting: %1</source>
        <translation>已不在等待：%1</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>The pod goes back to the queue; a new proposal follows if it still fits.</source>
        <translation>Pod 回到队列；若仍可放置，会有新的提议。</translation>
    </message>
    <message>
        <source>Place %1 on %2</source>
        <translation>将 %1 放置到 %2</translation>
    </message>
    <message>
        <source>No node fits %1</source>
        <translation>没有节点能放下 %1</translation>
    </message>
    <message>
        <source>%1 is not decidable yet</source>
        <translation>%1 尚不可判定</translation>
    </message>
    <message>
        <source>score %1 · next %2 %3 (+%4)</source>
        <translation>得分 %1 · 次优 %2 %3（+%4）</translation>
    </message>
    <message>
        <source>score %1 · the only node that fits</source>
        <translation>得分 %1 · 唯一可用的节点</translation>
    </message>
    <message>
        <source>Rules not built yet concern it: %1. It is never bound by Binnacle until they are.</source>
        <translation>它涉及尚未实现的规则：%1。在实现之前 Binnacle 绝不绑定它。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>等另外 %1 项</translation>
    </message>
    <message>
        <source>%1 fit</source>
        <translation>%1 个可用</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>改动</translation>
    </message>
    <message>
        <source>pod uid %1 · resourceVersion %2; refused by the server if either has changed</source>
        <translation>Pod UID %1 · resourceVersion %2；任一已变化则服务器拒绝</translation>
    </message>
    <message>
        <source>inverse</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>evict and requeue</source>
        <translation>驱逐并重新排队</translation>
    </message>
    <message>
        <source>a restart once the pod runs</source>
        <translation>Pod 运行后即为一次重启</translation>
    </message>
    <message>
        <source>possible until it runs; after that a restart</source>
        <translation>运行前可撤销；之后即为一次重启</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>alternatives</source>
        <translation>备选</translation>
    </message>
    <message>
        <source>none: no other node fits</source>
        <translation>无：没有其他可用节点</translation>
    </message>
    <message>
        <source>rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>built-in policy</source>
        <translation>内置策略</translation>
    </message>
    <message>
        <source>policy %1</source>
        <translation>策略 %1</translation>
    </message>
    <message>
        <source>no learned part took part</source>
        <translation>没有学习组件参与</translation>
    </message>
    <message>
        <source>model %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>snapshot %1… · seed %2</source>
        <translation>快照 %1… · 种子 %2</translation>
    </message>
    <message>
        <source> · audit #%1</source>
        <translation> · 审计 #%1</translation>
    </message>
    <message>
        <source>made from</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>snapshot %1, generation %2</source>
        <translation>快照 %1，第 %2 代</translation>
    </message>
    <message>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <translation>%1 后过期</translation>
    </message>
    <message>
        <source>%1 · by %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Approve on %1</source>
        <translation>在 %1 上批准</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Ctrl+⏎</source>
        <translation>Ctrl+⏎</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation>另选节点…</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>推演…</translation>
    </message>
    <message>
        <source>This cluster is protected. Type its name, %1, to approve:</source>
        <translation>此集群受保护。请输入其名称 %1 以批准：</translation>
    </message>
    <message>
        <source>Approve is off: %1</source>
        <translation>无法批准：%1</translation>
    </message>
    <message>
        <source>The server said: %1</source>
        <translation>服务器返回：%1</translation>
    </message>
    <message>
        <source>Copy the RBAC rule to ask for</source>
        <translation>复制需申请的 RBAC 规则</translation>
    </message>
    <message>
        <source>%1, score %2</source>
        <translation>%1，得分 %2</translation>
    </message>
    <message>
        <source>Not synced</source>
        <translation>未同步</translation>
    </message>
    <message>
        <source>Whether another node still has room is not known on old data.</source>
        <translation>依据旧数据无法知道其他节点是否仍有空间。</translation>
    </message>
    <message>
        <source>No other node fits</source>
        <translation>没有其他合适的节点</translation>
    </message>
    <message numerus="yes">
        <source>All %Ln nodes refuse it</source>
        <translation>
            <numerusform>全部 %Ln 个节点都拒绝</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln nodes: %1</source>
        <translation>
            <numerusform>共 %Ln 个节点：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Deny is off: %1</source>
        <translation>无法拒绝：%1</translation>
    </message>
    <message>
        <source>Denying is written to the audit log alone and not to the cluster, so it works without the feed.</source>
        <translation>拒绝只写入审计日志，不写入集群，因此没有数据源也可用。</translation>
    </message>
    <message>
        <source>Choosing another is off: %1</source>
        <translation>无法另选：%1</translation>
    </message>
    <message>
        <source>%1 waits for its gates</source>
        <translation>%1 正在等待其调度门控</translation>
    </message>
    <message>
        <source>evicting</source>
        <translation>驱逐</translation>
    </message>
    <message>
        <source>Advice only: %1</source>
        <translation>仅供参考：%1</translation>
    </message>
    <message>
        <source>Binnacle writes no claims: once that is done, the pod can be approved.</source>
        <translation>Binnacle 不写入申领：完成之后即可批准此 Pod。</translation>
    </message>
    <message>
        <source>score %1 · taken because it was nominated for it</source>
        <translation>得分 %1 · 因已被提名到该节点而选用</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::Facets</name>
    <message>
        <source>Facets</source>
        <translation>分面</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>decided by</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>confidence, from and to</source>
        <translation>置信度范围</translation>
    </message>
    <message>
        <source>least confidence</source>
        <translation>最低置信度</translation>
    </message>
    <message>
        <source>most confidence</source>
        <translation>最高置信度</translation>
    </message>
    <message>
        <source>pod, a part of its name</source>
        <translation>Pod 名称的一部分</translation>
    </message>
    <message>
        <source>node, a part of its name</source>
        <translation>节点名称的一部分</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ForkMap</name>
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
</context>
<context>
    <name>binnacle::pages::Funnel</name>
    <message>
        <source>nodes in all</source>
        <translation>节点总数</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>reason (plugin)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>nodes that fit</source>
        <translation>可用节点</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::GroupDelegate</name>
    <message>
        <source>Approvals</source>
        <translation>审批</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>推演…</translation>
    </message>
    <message>
        <source>longest wait %1</source>
        <translation>最久等待 %1</translation>
    </message>
    <message>
        <source> · smallest change: %1, on %2</source>
        <translation> · 最小改动：%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods</source>
        <translation>
            <numerusform>%Ln 个 Pod</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PlanPage</name>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>every pod that waits, all together · nothing here touches the cluster</source>
        <translation>所有等待的 Pod 一起规划 · 此处不会改动集群</translation>
    </message>
    <message>
        <source>Room is there, but scattered: the fewest, then the cheapest moves of running pods that let the most of the waiting ones in. Budgets for disruptions, rules and priorities hold at every step.</source>
        <translation>空间足够但分散：以最少、其次代价最低的运行中 Pod 迁移，让尽可能多的等待 Pod 得到放置。每一步都遵守中断预算、规则和优先级。</translation>
    </message>
    <message>
        <source>Nodes for all of them at once: more pods of the highest priority first, then the best sum of the policy&apos;s scores. No running pod is touched.</source>
        <translation>一次为所有 Pod 选定节点：先让最高优先级的 Pod 放置得更多，再使策略得分总和最高。不触动运行中的 Pod。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods wait</source>
        <translation>
            <numerusform>%Ln 个 Pod 在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Make the plan</source>
        <translation>制定方案</translation>
    </message>
    <message>
        <source>looking…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>snapshot %1… · policy %2 · seed %3</source>
        <translation>快照 %1… · 策略 %2 · 种子 %3</translation>
    </message>
    <message>
        <source>Disruption budgets may not be listed here, so no pod was moved.</source>
        <translation>此处无权列出中断预算，因此没有迁移任何 Pod。</translation>
    </message>
    <message>
        <source>Grant list on poddisruptionbudgets in policy.</source>
        <translation>请授予 policy 中 poddisruptionbudgets 的 list 权限。</translation>
    </message>
    <message>
        <source>Steps, in order: %1</source>
        <translation>步骤（按顺序）：%1</translation>
    </message>
    <message>
        <source>Not placed: %1</source>
        <translation>未放置：%1</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>碎片率</translation>
    </message>
    <message>
        <source>CPU asked for, cores</source>
        <translation>CPU 请求（核）</translation>
    </message>
    <message>
        <source>memory asked for, GiB</source>
        <translation>内存请求（GiB）</translation>
    </message>
    <message>
        <source>pods moved</source>
        <translation>迁移的 Pod</translation>
    </message>
    <message>
        <source>cost of the moves</source>
        <translation>迁移代价</translation>
    </message>
    <message>
        <source>priority %1</source>
        <translation>优先级 %1</translation>
    </message>
    <message>
        <source>%1 of %2 placed</source>
        <translation>已放置 %1，共 %2</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Open one from the switcher at the top left.</source>
        <translation>请从左上角的切换器打开一个。</translation>
    </message>
    <message>
        <source>Make the plan again once that has changed.</source>
        <translation>情况变化后请重新制定方案。</translation>
    </message>
    <message>
        <source>Making the plan</source>
        <translation>正在制定方案</translation>
    </message>
    <message>
        <source>It ends by itself when its time is up.</source>
        <translation>时间用完后会自行结束。</translation>
    </message>
    <message>
        <source>No pod waits</source>
        <translation>没有等待的 Pod</translation>
    </message>
    <message>
        <source>A plan is for the pods that wait for a node.</source>
        <translation>方案面向等待节点的 Pod。</translation>
    </message>
    <message>
        <source>What would be best for all of them?</source>
        <translation>怎样对所有 Pod 最好？</translation>
    </message>
    <message>
        <source>One pod at a time cannot see what is left for the next. Choose a kind of plan on the left.</source>
        <translation>逐个放置看不到留给后续 Pod 的空间。请在左侧选择方案类型。</translation>
    </message>
    <message>
        <source>Batch placement</source>
        <translation>批量放置</translation>
    </message>
    <message>
        <source>Defragmentation</source>
        <translation>碎片整理</translation>
    </message>
    <message>
        <source>running pods that may move, at most</source>
        <translation>最多可迁移的运行中 Pod</translation>
    </message>
    <message>
        <source>evict less important pods for good</source>
        <translation>永久驱逐次要的 Pod</translation>
    </message>
    <message>
        <source>time to look for it</source>
        <translation>搜索时间</translation>
    </message>
    <message>
        <source>5 s</source>
        <translation>5 秒</translation>
    </message>
    <message>
        <source>10 s</source>
        <translation>10 秒</translation>
    </message>
    <message>
        <source>30 s</source>
        <translation>30 秒</translation>
    </message>
    <message>
        <source>60 s</source>
        <translation>60 秒</translation>
    </message>
    <message>
        <source>Before → after</source>
        <translation>之前 → 之后</translation>
    </message>
    <message>
        <source>steps of the plan</source>
        <translation>方案的步骤</translation>
    </message>
    <message>
        <source>pods that are not placed</source>
        <translation>未放置的 Pod</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PodInspector</name>
    <message>
        <source>Why</source>
        <translation>为何</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>推演…</translation>
    </message>
    <message>
        <source>Open in Approvals</source>
        <translation>在审批中打开</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>复制 YAML</translation>
    </message>
    <message>
        <source>The smallest change that would make it fit</source>
        <translation>可使其放置的最小改动</translation>
    </message>
    <message>
        <source>This pod is gone</source>
        <translation>此 Pod 已不存在</translation>
    </message>
    <message>
        <source>It was deleted or replaced; what you see is the last that was known.</source>
        <translation>它已被删除或替换；此处为最后已知的内容。</translation>
    </message>
    <message>
        <source>Advice only</source>
        <translation>仅建议</translation>
    </message>
    <message>
        <source>Its schedulerName is %1, so another scheduler places it. Binnacle never binds it.</source>
        <translation>其 schedulerName 为 %1，由其他调度器放置。Binnacle 绝不绑定它。</translation>
    </message>
    <message>
        <source>It names Binnacle as its scheduler, but nothing is proposed here while the autonomy is observe.</source>
        <translation>其调度器为 Binnacle，但自主级别为“观察”时这里不提出任何提议。</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>已等待 %1</translation>
    </message>
    <message>
        <source>attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>snapshot %1…</source>
        <translation>快照 %1…</translation>
    </message>
    <message>
        <source>It is on %1</source>
        <translation>它在 %1 上</translation>
    </message>
    <message>
        <source>Binnacle made no decision about it in this session; another scheduler, or an earlier one, placed it.</source>
        <translation>本次会话中 Binnacle 没有对它作出决策；它由其他调度器或更早的会话放置。</translation>
    </message>
    <message>
        <source>Not decided yet</source>
        <translation>尚未决策</translation>
    </message>
    <message>
        <source>It is in the queue; the answer comes with its turn.</source>
        <translation>它在队列中，轮到时即有结论。</translation>
    </message>
    <message>
        <source>Its own scheduler said: %1</source>
        <translation>其自身调度器称：%1</translation>
    </message>
    <message>
        <source>Not decidable yet</source>
        <translation>尚不可判定</translation>
    </message>
    <message>
        <source>These rules are not built yet, and one of them could concern it: %1. Binnacle answers nothing rather than something that may be illegal, and never binds it.</source>
        <translation>以下规则尚未实现，且可能涉及它：%1。Binnacle 宁可不作答，也不给出可能违规的结论，并且绝不绑定它。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Why %1</source>
        <translation>为何是 %1</translation>
    </message>
    <message>
        <source>Nodes that fit: %1. The best score is that of %2.</source>
        <translation>可用节点 %1 个，得分最高的是 %2。</translation>
    </message>
    <message>
        <source>Why nowhere</source>
        <translation>为何无处可放</translation>
    </message>
    <message>
        <source>%1, on %2</source>
        <translation>%1，在 %2 上</translation>
    </message>
    <message>
        <source>No decision is known</source>
        <translation>没有已知的决策</translation>
    </message>
    <message>
        <source>Its decision may be in the audit log, if Binnacle made it.</source>
        <translation>若由 Binnacle 决策，可在审计日志中查到。</translation>
    </message>
    <message>
        <source>It comes when the pod&apos;s turn in the queue does.</source>
        <translation>轮到该 Pod 时即有决策。</translation>
    </message>
    <message>
        <source>Held back by gates</source>
        <translation>被调度门控暂缓</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>two sentences</comment>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PodsPage</name>
    <message>
        <source>Pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>%1 pending · %2 running · %3 placed in the last hour</source>
        <translation>%1 个待调度 · %2 个运行中 · 最近 1 小时放置 %3 个</translation>
    </message>
    <message>
        <source>by what blocks them, most pods first</source>
        <translation>按阻塞原因分组，Pod 多者在前</translation>
    </message>
    <message>
        <source>Pending</source>
        <translation>待调度</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source> · filter “%1”</source>
        <translation> · 筛选“%1”</translation>
    </message>
    <message>
        <source> · rows keep their place until you sort or regroup</source>
        <translation> · 行保持原位，直到您排序或重新分组</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Open one from the switcher at the top left.</source>
        <translation>请用左上角的切换器打开一个集群。</translation>
    </message>
    <message>
        <source>Listing pods is forbidden</source>
        <translation>无权列出 Pod</translation>
    </message>
    <message>
        <source>Ask for an RBAC rule that allows the verbs list and watch on the resource pods.</source>
        <translation>请申请允许对 pods 资源执行 list 与 watch 的 RBAC 规则。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Pods appear as the first list arrives.</source>
        <translation>首个列表到达后显示 Pod。</translation>
    </message>
    <message>
        <source>No pod matches</source>
        <translation>没有符合的 Pod</translation>
    </message>
    <message>
        <source>Clear the filter or choose all namespaces.</source>
        <translation>请清除筛选，或选择全部命名空间。</translation>
    </message>
    <message>
        <source>Nothing is pending</source>
        <translation>没有待调度的 Pod</translation>
    </message>
    <message>
        <source>Pods that wait for a node appear here, with what blocks them.</source>
        <translation>等待节点的 Pod 会连同阻塞原因显示在这里。</translation>
    </message>
    <message>
        <source>No pods here</source>
        <translation>这里没有 Pod</translation>
    </message>
    <message>
        <source>They appear as the cluster runs them.</source>
        <translation>集群运行 Pod 后会显示在这里。</translation>
    </message>
    <message>
        <source>namespace: all</source>
        <translation>命名空间：全部</translation>
    </message>
    <message>
        <source>Grouped</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>How pending pods are shown</source>
        <translation>待调度 Pod 的显示方式</translation>
    </message>
    <message>
        <source>regroup</source>
        <translation>重新分组</translation>
    </message>
    <message>
        <source>Sort groups again: most pods first</source>
        <translation>重新排序：Pod 多者在前</translation>
    </message>
    <message>
        <source>namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>What if…</source>
        <translation>推演…</translation>
    </message>
    <message>
        <source>Why…</source>
        <translation>为何…</translation>
    </message>
    <message>
        <source>Open its node</source>
        <translation>打开其节点</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>复制 YAML</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln pods shown</source>
        <translation>
            <numerusform>显示 %Ln 个 Pod 中的 %1 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PolicyPage</name>
    <message>
        <source>The limit on latency is not applied: no source measures it.</source>
        <translation>延迟上限未生效：没有来源测量延迟。</translation>
    </message>
    <message>
        <source>Limits go by requests: no source measures use here.</source>
        <translation>上限按请求量计算：此处没有来源测量用量。</translation>
    </message>
    <message>
        <source>It would allow more autonomy than is set for this cluster, which holds.</source>
        <translation>它允许的自主级别高于此集群的设置，以集群设置为准。</translation>
    </message>
    <message>
        <source>It lowers the autonomy below what is set for this cluster.</source>
        <translation>它将自主级别降到此集群的设置以下。</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>not decidable yet</source>
        <translation>尚不可判定</translation>
    </message>
    <message>
        <source>built-in policy</source>
        <translation>内置策略</translation>
    </message>
    <message>
        <source>%1 v%2</source>
        <comment>name and number of a policy</comment>
        <translation>%1 v%2</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>%1 is in force · %2 waits</source>
        <translation>%1 生效中 · %2 等待应用</translation>
    </message>
    <message>
        <source>%1 is in force</source>
        <translation>%1 已生效</translation>
    </message>
    <message>
        <source>in force since %1</source>
        <translation>自 %1 起生效</translation>
    </message>
    <message>
        <source>in force since %1, by %2</source>
        <translation>自 %1 起生效，由 %2 应用</translation>
    </message>
    <message>
        <source>No policy file: start with --policy-file to decide by one.</source>
        <translation>没有策略文件：用 --policy-file 启动即可按策略文件决策。</translation>
    </message>
    <message>
        <source>File: %1</source>
        <translation>文件：%1</translation>
    </message>
    <message>
        <source>Apply %1</source>
        <translation>应用 %1</translation>
    </message>
    <message>
        <source>The policy file is gone</source>
        <translation>策略文件已不存在</translation>
    </message>
    <message>
        <source>%1 stays in force until there is one again.</source>
        <translation>在文件恢复之前，%1 继续生效。</translation>
    </message>
    <message>
        <source>The policy file is not sound: nothing of it is applied</source>
        <translation>策略文件有误：其中任何内容都不会生效</translation>
    </message>
    <message>
        <source>The policy file has changed</source>
        <translation>策略文件已更改</translation>
    </message>
    <message>
        <source>Look at what it changes, then apply it or keep the old one.</source>
        <translation>请查看其改动，然后应用，或保留原策略。</translation>
    </message>
    <message>
        <source>Put %1 back in force</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>This is no sound policy: nothing of it would be applied</source>
        <translation>这不是正确的策略：其中任何内容都不会生效</translation>
    </message>
    <message>
        <source>Trying it on the pods that wait…</source>
        <translation>正在对等待中的 Pod 试算…</translation>
    </message>
    <message>
        <source>It changes nothing of what is in force</source>
        <translation>与生效中的策略没有差别</translation>
    </message>
    <message numerus="yes">
        <source>What it changes (%Ln)</source>
        <translation>
            <numerusform>改动（%Ln 项）</numerusform>
        </translation>
    </message>
    <message>
        <source>No pod that waits now would be decided otherwise</source>
        <translation>当前等待的 Pod 的决策都不会改变</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods that wait now would be decided otherwise</source>
        <translation>
            <numerusform>当前等待的 Pod 中有 %Ln 个决策会改变</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tried, one after the other on copies of the cluster · placed: %2 now, %3 then · took %4</source>
        <translation>在集群副本上依次试算 %1 个 · 可放置：现在 %2，之后 %3 · 用时 %4</translation>
    </message>
    <message>
        <source>%1 stays in force</source>
        <translation>%1 继续生效</translation>
    </message>
    <message>
        <source>%1 is in force again</source>
        <translation>%1 重新生效</translation>
    </message>
    <message>
        <source>Changes of the policy file are applied at once</source>
        <translation>策略文件的更改将立即应用</translation>
    </message>
    <message>
        <source>Changes of the policy file wait for you</source>
        <translation>策略文件的更改将等待您确认</translation>
    </message>
    <message>
        <source>policy file</source>
        <translation>策略文件</translation>
    </message>
    <message>
        <source>What you type here is only tried. A policy comes into force from its file.</source>
        <translation>在此输入的内容仅用于试算。策略只能由其文件生效。</translation>
    </message>
    <message>
        <source>When the file changes</source>
        <translation>文件更改时</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Apply at once</source>
        <translation>立即应用</translation>
    </message>
    <message>
        <source>Keep the old one</source>
        <translation>保留原策略</translation>
    </message>
    <message>
        <source>Back to the file</source>
        <translation>恢复为文件内容</translation>
    </message>
    <message>
        <source>In force before</source>
        <translation>此前生效过</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>in force</source>
        <translation>生效中</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>pod</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>held back by a gate</source>
        <translation>被调度门控暂缓</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ReplayCards</name>
    <message>
        <source>Recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Replayed</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>above the next best</source>
        <translation>高出次优</translation>
    </message>
    <message>
        <source>stability</source>
        <translation>稳定度</translation>
    </message>
    <message>
        <source>best nodes</source>
        <translation>最佳节点</translation>
    </message>
    <message>
        <source>nodes that refused it</source>
        <translation>拒绝它的节点</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>What differs: %1.</source>
        <translation>不同之处：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::RequestTable</name>
    <message>
        <source>CPU, cores</source>
        <translation>CPU 核</translation>
    </message>
    <message>
        <source>memory, GiB</source>
        <translation>内存 GiB</translation>
    </message>
    <message>
        <source>ephemeral storage, GiB</source>
        <translation>临时存储 GiB</translation>
    </message>
    <message>
        <source>Use: no source. The cluster does not serve metrics.k8s.io; install metrics-server to see it.</source>
        <translation>用量：无数据源。集群未提供 metrics.k8s.io；安装 metrics-server 后可见。</translation>
    </message>
    <message>
        <source>Use: the source fails: %1</source>
        <translation>用量：数据源故障：%1</translation>
    </message>
    <message>
        <source>Use: not measured for this pod yet.</source>
        <translation>用量：尚未测得此 Pod。</translation>
    </message>
    <message>
        <source>Use as measured at %1.</source>
        <translation>用量测于 %1。</translation>
    </message>
    <message>
        <source>resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>use</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>of request</source>
        <translation>用量/请求</translation>
    </message>
    <message>
        <source>no source</source>
        <translation>无数据源</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ScenarioEdits</name>
    <message>
        <source>take this edit away</source>
        <translation>去掉此编辑</translation>
    </message>
    <message numerus="yes">
        <source>%Ln edits</source>
        <translation>
            <numerusform>%Ln 项编辑</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Copy live anew</source>
        <translation>重新复制实况</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>begins</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>has changed since</source>
        <translation>此后已改变</translation>
    </message>
    <message>
        <source>is the same</source>
        <translation>未改变</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>+ Add an edit</source>
        <translation>+ 添加编辑</translation>
    </message>
    <message>
        <source>Drain, cordon, add or remove nodes, scale a workload, change the policy, let pods arrive. Edits are made to a copy, in this order; then everything that waits is decided on it.</source>
        <translation>排空、封锁、添加或移除节点，伸缩工作负载，更换策略，让 Pod 到来。编辑按此顺序作用于副本，然后在副本上为所有等待的 Pod 做决策。</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>forked from live at</source>
        <translation>复制自实况于</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实况</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>pods decided</source>
        <translation>已决策 Pod</translation>
    </message>
    <message>
        <source>DaemonSet pods that stay</source>
        <translation>留下的 DaemonSet Pod</translation>
    </message>
    <message>
        <source>Nothing here touches the cluster. No pod is preempted in it.</source>
        <translation>这里的操作不触及集群，也不抢占任何 Pod。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation>Ctrl+Z</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ScenarioView</name>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>What is shown is of before; run it again for the whole answer.</source>
        <translation>所示为之前的结果；重新运行可得完整答案。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pending</source>
        <translation>
            <numerusform>%Ln 个待调度</numerusform>
        </translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实况</translation>
    </message>
    <message>
        <source>%1 at the fork</source>
        <translation>复制时 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln 个等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln edits</source>
        <translation>
            <numerusform>%Ln 项编辑</numerusform>
        </translation>
    </message>
    <message>
        <source>deciding…</source>
        <translation>正在决策…</translation>
    </message>
    <message>
        <source>cannot be run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>pending %1%2 · moved %3</source>
        <translation>待调度 %1%2 · 移动 %3</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>比较 %1</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>没有打开集群</translation>
    </message>
    <message>
        <source>Open one from the switcher at the top left.</source>
        <translation>请从左上角的切换器打开一个。</translation>
    </message>
    <message>
        <source>Deciding on the copy…</source>
        <translation>正在副本上决策…</translation>
    </message>
    <message>
        <source>Every pod that loses its place is placed anew.</source>
        <translation>每个失去位置的 Pod 都会重新放置。</translation>
    </message>
    <message>
        <source>What would become of the cluster?</source>
        <translation>集群会变成怎样？</translation>
    </message>
    <message>
        <source>Add an edit on the left, such as draining a node: what would move, what would pend and why, and the figures before and after stand here.</source>
        <translation>在左侧添加编辑，例如排空一个节点：这里会显示哪些 Pod 移动、哪些等待及原因，以及前后的指标。</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>移动 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln newly placed</source>
        <translation>
            <numerusform>新放置 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>changed · takes a pod</source>
        <translation>有变动 · 接收 Pod</translation>
    </message>
    <message>
        <source>added</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>cordoned</source>
        <translation>已封锁</translation>
    </message>
    <message>
        <source>not ready</source>
        <translation>未就绪</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已移除</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods lost for good</source>
        <translation>
            <numerusform>永久丢失 %Ln 个 Pod</numerusform>
        </translation>
    </message>
    <message>
        <source>no controller makes them again</source>
        <translation>没有控制器会重建它们</translation>
    </message>
    <message>
        <source>No pod pends that does not pend now.</source>
        <translation>没有新增的待调度 Pod。</translation>
    </message>
    <message>
        <source>%1 more, %2 fewer</source>
        <translation>多 %1，少 %2</translation>
    </message>
    <message>
        <source>no edit</source>
        <translation>无编辑</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>forks of the cluster</source>
        <translation>集群的副本</translation>
    </message>
    <message>
        <source>+ New fork</source>
        <translation>+ 新副本</translation>
    </message>
    <message>
        <source>One</source>
        <translation>单个</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>前后对比</translation>
    </message>
    <message>
        <source>CPU allocated, % of allocatable</source>
        <translation>CPU 已分配，占可分配的 %</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Would move</source>
        <translation>将移动</translation>
    </message>
    <message>
        <source>Would pend</source>
        <translation>将等待</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并列比较</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::StepForm</name>
    <message>
        <source>kind of edit</source>
        <translation>编辑类型</translation>
    </message>
    <message>
        <source>like this node</source>
        <translation>与此节点相同</translation>
    </message>
    <message>
        <source>nodes, by name; * stands for anything</source>
        <translation>节点名称；* 代表任意字符</translation>
    </message>
    <message>
        <source>node name</source>
        <translation>节点名称</translation>
    </message>
    <message>
        <source>namespace/kind/name</source>
        <translation>命名空间/类型/名称</translation>
    </message>
    <message>
        <source>policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>pods that are to be</source>
        <translation>目标 Pod 数</translation>
    </message>
    <message>
        <source>how many of each</source>
        <translation>每种数量</translation>
    </message>
    <message>
        <source>or a KubeSchedulerConfiguration</source>
        <translation>或 KubeSchedulerConfiguration</translation>
    </message>
    <message>
        <source>or nodes as YAML or JSON</source>
        <translation>或 YAML、JSON 形式的节点</translation>
    </message>
    <message>
        <source>pods or workloads as YAML or JSON</source>
        <translation>YAML 或 JSON 形式的 Pod 或工作负载</translation>
    </message>
    <message>
        <source>Fill in one of the fields first.</source>
        <translation>请先填写一项。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::StorageDialog</name>
    <message>
        <source>Storage of the audit log</source>
        <translation>审计日志的存储</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>磁盘占用</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Kept as hashes only</source>
        <translation>仅保留哈希</translation>
    </message>
    <message>
        <source>How long entries are kept</source>
        <translation>条目保留多久</translation>
    </message>
    <message>
        <source>How large the log may be</source>
        <translation>日志的大小上限</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>At most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>Keep for ever</source>
        <translation>永久保留</translation>
    </message>
    <message>
        <source>Keep 1 year</source>
        <translation>保留 1 年</translation>
    </message>
    <message>
        <source>Keep 7 years</source>
        <translation>保留 7 年</translation>
    </message>
    <message>
        <source>Of any size</source>
        <translation>大小不限</translation>
    </message>
    <message>
        <source>Older decisions lose their text and can no longer be replayed; this cannot be undone. Their hashes stay, so that the rest can still be verified. Decisions that are open are always kept.</source>
        <translation>较旧的决策将失去其文本，无法再重放；此操作不可撤销。它们的哈希会保留，因此其余部分仍可验证。未结的决策始终保留。</translation>
    </message>
    <message>
        <source>Nothing is forgotten.</source>
        <translation>不会遗忘任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>Keep %Ln days</source>
        <translation>
            <numerusform>保留 %Ln 天</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::Timeline</name>
    <message>
        <source>Time steps: %1</source>
        <translation>时间段：%1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::WhatifPage</name>
    <message>
        <source>What-if</source>
        <translation>假设推演</translation>
    </message>
    <message>
        <source>where a pod would go, and why · nothing here touches the cluster</source>
        <translation>Pod 会放到哪里，以及为何 · 此处不触及集群</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>✓ %1 → %2</source>
        <translation>✓ %1 → %2</translation>
    </message>
    <message>
        <source>✕ %1: no node fits</source>
        <translation>✕ %1：没有可用节点</translation>
    </message>
    <message>
        <source>? %1: not decidable yet</source>
        <translation>? %1：尚不可判定</translation>
    </message>
    <message>
        <source>Not decidable yet</source>
        <translation>尚不可判定</translation>
    </message>
    <message>
        <source>Rules that are not built yet could concern this pod: %1. Binnacle answers nothing rather than something that may be illegal.</source>
        <translation>尚未实现的规则可能涉及此 Pod：%1。Binnacle 宁可不作答，也不给出可能违规的结论。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 would go to %2</source>
        <translation>%1 会放到 %2</translation>
    </message>
    <message>
        <source>No node fits %1</source>
        <translation>没有节点能放下 %1</translation>
    </message>
    <message>
        <source>%1 is not decidable yet</source>
        <translation>%1 尚不可判定</translation>
    </message>
    <message>
        <source>snapshot %1… · seed %2</source>
        <translation>快照 %1… · 种子 %2</translation>
    </message>
    <message>
        <source>asks %1 CPU cores, %2 GiB</source>
        <translation>请求 %1 CPU 核、%2 GiB</translation>
    </message>
    <message>
        <source>confidence %1</source>
        <translation>置信度 %1</translation>
    </message>
    <message>
        <source>Nodes that fit: %1</source>
        <translation>可用节点：%1</translation>
    </message>
    <message>
        <source>Nodes that refuse it: %1</source>
        <translation>拒绝它的节点：%1</translation>
    </message>
    <message>
        <source>No cluster is open</source>
        <translation>未打开集群</translation>
    </message>
    <message>
        <source>Open one from the switcher at the top left.</source>
        <translation>请用左上角的切换器打开一个集群。</translation>
    </message>
    <message>
        <source>Choose the pod again once that has changed.</source>
        <translation>情况改变后请重新选择该 Pod。</translation>
    </message>
    <message>
        <source>Where would a pod go, and why?</source>
        <translation>Pod 会放到哪里，为何？</translation>
    </message>
    <message>
        <source>Choose a pending pod on the left, or paste a manifest: every node is ranked or refused here, each with its reasons.</source>
        <translation>请在左侧选择待调度的 Pod，或粘贴清单：每个节点都会在此排名或被拒绝，并附原因。</translation>
    </message>
    <message>
        <source>Pending pod</source>
        <translation>待调度 Pod</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>清单</translation>
    </message>
    <message>
        <source>find a pending pod</source>
        <translation>查找待调度 Pod</translation>
    </message>
    <message>
        <source>manifest</source>
        <translation>清单</translation>
    </message>
    <message>
        <source>Paste pods or workloads as YAML or JSON. They are placed one after the other on a copy of the cluster.</source>
        <translation>粘贴 YAML 或 JSON 格式的 Pod 或工作负载。它们会在集群的副本上依次放置。</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>决策</translation>
    </message>
    <message>
        <source>Ctrl+⏎</source>
        <translation>Ctrl+⏎</translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods, placed one after the other</source>
        <translation>
            <numerusform>%Ln 个 Pod，依次放置</numerusform>
        </translation>
    </message>
    <message>
        <source>The manifest cannot be decided</source>
        <translation>无法对此清单做决策</translation>
    </message>
    <message>
        <source>What is wrong, and where, stands below it on the left.</source>
        <translation>左侧清单下方说明了错误及其位置。</translation>
    </message>
    <message>
        <source>… %1: waits for its gates</source>
        <translation>… %1：等待其调度门控</translation>
    </message>
    <message>
        <source>Held back by gates</source>
        <translation>被调度门控暂缓</translation>
    </message>
    <message>
        <source>%1 waits for its gates</source>
        <translation>%1 正在等待其调度门控</translation>
    </message>
    <message>
        <source>what would become of the cluster · nothing here touches it</source>
        <translation>集群会变成怎样 · 这里的操作不触及集群</translation>
    </message>
    <message>
        <source>One pod</source>
        <translation>单个 Pod</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>one pod, or the whole cluster</source>
        <translation>单个 Pod 或整个集群</translation>
    </message>
</context>
<context>
    <name>binnacle::pages::WhyNotNode</name>
    <message>
        <source>No node of that name is in this decision.</source>
        <translation>此决策中没有该名称的节点。</translation>
    </message>
    <message>
        <source>✓ %1 fits</source>
        <translation>✓ %1 可用</translation>
    </message>
    <message>
        <source>✕ %1 does not fit</source>
        <translation>✕ %1 不可用</translation>
    </message>
    <message>
        <source>Smallest change</source>
        <translation>最小改动</translation>
    </message>
    <message>
        <source>Why not this node</source>
        <translation>为何不是此节点</translation>
    </message>
    <message>
        <source>node name</source>
        <translation>节点名</translation>
    </message>
    <message>
        <source>Type a node&apos;s name, or click one in the lists.</source>
        <translation>输入节点名，或在列表中点选。</translation>
    </message>
    <message>
        <source>Answers once a pod was decided.</source>
        <translation>有决策后即可回答。</translation>
    </message>
    <message>
        <source>tried on a copy of the cluster: it fits then</source>
        <translation>已在集群副本上试过：这样可以放下</translation>
    </message>
    <message>
        <source>Or</source>
        <translation>或者</translation>
    </message>
</context>
</TS>
