<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>OverviewRows</name>
    <message numerus="yes">
        <source>%Ln pods placed in the last hour</source>
        <translation>
            <numerusform>%Ln pod placed in the last hour</numerusform>
            <numerusform>%Ln pods placed in the last hour</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln approvals wait</source>
        <translation>
            <numerusform>%Ln approval waits</numerusform>
            <numerusform>%Ln approvals wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes not ready</source>
        <translation>
            <numerusform>%Ln node not ready</numerusform>
            <numerusform>%Ln nodes not ready</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::FeedLabel</name>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods</source>
        <translation>
            <numerusform>%Ln pod</numerusform>
            <numerusform>%Ln pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::NodesPage</name>
    <message numerus="yes">
        <source>%Ln nodes so far</source>
        <translation>
            <numerusform>%Ln node so far</numerusform>
            <numerusform>%Ln nodes so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::OverviewPage</name>
    <message numerus="yes">
        <source>%Ln nodes</source>
        <translation>
            <numerusform>%Ln node</numerusform>
            <numerusform>%Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods</source>
        <translation>
            <numerusform>%Ln pod</numerusform>
            <numerusform>%Ln pods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln regions</source>
        <translation>
            <numerusform>%Ln region</numerusform>
            <numerusform>%Ln regions</numerusform>
        </translation>
    </message>
</context>
</TS>
