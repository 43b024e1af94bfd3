<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ScenarioWords</name>
    <message numerus="yes">
        <source>Add %Ln nodes</source>
        <translation>
            <numerusform>Add %Ln node</numerusform>
            <numerusform>Add %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln nodes</source>
        <translation>
            <numerusform>Remove %Ln node</numerusform>
            <numerusform>Remove %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cordon %Ln nodes</source>
        <translation>
            <numerusform>Cordon %Ln node</numerusform>
            <numerusform>Cordon %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Uncordon %Ln nodes</source>
        <translation>
            <numerusform>Uncordon %Ln node</numerusform>
            <numerusform>Uncordon %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %Ln nodes</source>
        <translation>
            <numerusform>Drain %Ln node</numerusform>
            <numerusform>Drain %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln nodes</source>
        <translation>
            <numerusform>%1 · %Ln node</numerusform>
            <numerusform>%1 · %Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>Confidence: how often decisions like this one ended well, by %Ln outcomes.</source>
        <translation>
            <numerusform>Confidence: how often decisions like this one ended well, by %Ln outcome.</numerusform>
            <numerusform>Confidence: how often decisions like this one ended well, by %Ln outcomes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Confidence: equal to the stability until outcomes have calibrated it; %Ln outcomes so far.</source>
        <translation>
            <numerusform>Confidence: equal to the stability until outcomes have calibrated it; %Ln outcome so far.</numerusform>
            <numerusform>Confidence: equal to the stability until outcomes have calibrated it; %Ln outcomes so far.</numerusform>
        </translation>
    </message>
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
        <source>%1 of %Ln entries checked</source>
        <translation>
            <numerusform>%1 of %Ln entry checked</numerusform>
            <numerusform>%1 of %Ln entries checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Evicting pods would help on %Ln nodes</source>
        <translation>
            <numerusform>Evicting pods would help on %Ln node</numerusform>
            <numerusform>Evicting pods would help on %Ln nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln nodes are exactly as good.</source>
        <translation>
            <numerusform>%Ln node is exactly as good.</numerusform>
            <numerusform>%Ln nodes are exactly as good.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>free %Ln pod slot(s)</source>
        <translation>
            <numerusform>free %Ln pod slot</numerusform>
            <numerusform>free %Ln pod slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>evict %1 and %Ln more</source>
        <translation>
            <numerusform>evict %1 and %Ln more</numerusform>
            <numerusform>evict %1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>wait until %1 and %Ln more ended</source>
        <translation>
            <numerusform>wait until %1 and %Ln more ended</numerusform>
            <numerusform>wait until %1 and %Ln more ended</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::models::PlanLeftOverModel</name>
    <message numerus="yes">
        <source>%1 · %Ln nodes</source>
        <translation>
            <numerusform>%1 · %Ln node</numerusform>
            <numerusform>%1 · %Ln nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::AuditCard</name>
    <message numerus="yes">
        <source>%Ln entries</source>
        <translation>
            <numerusform>%Ln entry</numerusform>
            <numerusform>%Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries, %1</source>
        <translation>
            <numerusform>%Ln entry, %1</numerusform>
            <numerusform>%Ln entries, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::AuditPage</name>
    <message numerus="yes">
        <source>%Ln decisions</source>
        <translation>
            <numerusform>%Ln decision</numerusform>
            <numerusform>%Ln decisions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries in all</source>
        <translation>
            <numerusform>%Ln entry in all</numerusform>
            <numerusform>%Ln entries in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln new decisions wait above: show them</source>
        <translation>
            <numerusform>%Ln new decision waits above: show it</numerusform>
            <numerusform>%Ln new decisions wait above: show them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Verifying: %1 of %Ln entries</source>
        <translation>
            <numerusform>Verifying: %1 of %Ln entry</numerusform>
            <numerusform>Verifying: %1 of %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries written since</source>
        <translation>
            <numerusform>%Ln entry written since</numerusform>
            <numerusform>%Ln entries written since</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::DecisionCard</name>
    <message numerus="yes">
        <source>All %Ln nodes refuse it</source>
        <translation>
            <numerusform>The one node refuses it</numerusform>
            <numerusform>All %Ln nodes refuse it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln nodes: %1</source>
        <translation>
            <numerusform>Of %Ln node: %1</numerusform>
            <numerusform>Of %Ln nodes: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::GroupDelegate</name>
    <message numerus="yes">
        <source>%Ln pods</source>
        <translation>
            <numerusform>%Ln pod</numerusform>
            <numerusform>%Ln pods</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PlanPage</name>
    <message numerus="yes">
        <source>%Ln pods wait</source>
        <translation>
            <numerusform>%Ln pod waits</numerusform>
            <numerusform>%Ln pods wait</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PodsPage</name>
    <message numerus="yes">
        <source>%1 of %Ln pods shown</source>
        <translation>
            <numerusform>%1 of %Ln pod shown</numerusform>
            <numerusform>%1 of %Ln pods shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::PolicyPage</name>
    <message numerus="yes">
        <source>What it changes (%Ln)</source>
        <translation>
            <numerusform>What it changes (%Ln)</numerusform>
            <numerusform>What it changes (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods that wait now would be decided otherwise</source>
        <translation>
            <numerusform>%Ln pod that waits now would be decided otherwise</numerusform>
            <numerusform>%Ln pods that wait now would be decided otherwise</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ScenarioEdits</name>
    <message numerus="yes">
        <source>%Ln edits</source>
        <translation>
            <numerusform>%Ln edit</numerusform>
            <numerusform>%Ln edits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::ScenarioView</name>
    <message numerus="yes">
        <source>%Ln pending</source>
        <translation>
            <numerusform>%Ln pending</numerusform>
            <numerusform>%Ln pending</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln edits</source>
        <translation>
            <numerusform>%Ln edit</numerusform>
            <numerusform>%Ln edits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln moved</source>
        <translation>
            <numerusform>%Ln moved</numerusform>
            <numerusform>%Ln moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln newly placed</source>
        <translation>
            <numerusform>%Ln newly placed</numerusform>
            <numerusform>%Ln newly placed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pods lost for good</source>
        <translation>
            <numerusform>%Ln pod lost for good</numerusform>
            <numerusform>%Ln pods lost for good</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::StorageDialog</name>
    <message numerus="yes">
        <source>Keep %Ln days</source>
        <translation>
            <numerusform>Keep %Ln day</numerusform>
            <numerusform>Keep %Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>binnacle::pages::WhatifPage</name>
    <message numerus="yes">
        <source>%Ln pods, placed one after the other</source>
        <translation>
            <numerusform>%Ln pod, placed one after the other</numerusform>
            <numerusform>%Ln pods, placed one after the other</numerusform>
        </translation>
    </message>
</context>
</TS>
