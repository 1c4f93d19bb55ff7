/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.table.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.stoa.table.protocol.ModelActor.Role;
import dev.stoa.table.protocol.ProtocolSearch.Fault;
import dev.stoa.table.protocol.ProtocolSearch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Searches all histories of a few clients of a log for one in which a protocol breaks a promise (ADR 0066). Any client may sleep
 * before any request for as long as the others work. A request that its client gave up may arrive at any later time. No clock
 * matters.
 *
 * <p>The code of tables follows {@link ChainWithFloor}. The tests of {@link LooksBehind} state what a log without a floor can't promise.
 */
@Tag("soak")
class LogProtocolTest {
    private static final LogProtocol WITHOUT_FLOOR = new LooksBehind();
    private static final LogProtocol CHAIN = new ChainWithFloor(true, true);

    /** The first writer's first put may be given up and arrive later. */
    private static List<ModelActor> clients(Role... roles) {
        List<ModelActor> clients = new ArrayList<>();
        for (Role role : roles) {
            clients.add(ModelActor.of(clients.size() + 1, role, clients.isEmpty() || role == Role.EXPIRER ? 1 : 2));
        }
        return clients;
    }

    private static Optional<Finding> search(LogProtocol protocol, Fault fault, List<ModelActor> clients) {
        ProtocolSearch search = new ProtocolSearch(protocol, fault);
        Optional<Finding> finding = search.run(clients);
        System.out.println(protocol.getClass().getSimpleName() + ", fault " + fault + ": " + search.states()
                + " states, " + finding.map(Finding::toString).orElse("all promises kept"));
        return finding;
    }

    private static void assertKept(Fault fault, Role... roles) {
        assertEquals(Optional.empty(), search(CHAIN, fault, clients(roles)));
    }

    private static void assertBroken(String how, LogProtocol protocol, Fault fault, Role... roles) {
        Finding finding = search(protocol, fault, clients(roles)).orElseThrow();
        assertTrue(finding.broken().contains(how), finding.toString());
    }

    @Test
    void aSleepersLateEntryIsNoCommit() {
        assertKept(Fault.NONE, Role.WRITER, Role.WRITER, Role.EXPIRER);
    }

    @Test
    void commitsBesideReadersAreNoDamage() {
        assertKept(Fault.NONE, Role.WRITER, Role.WRITER, Role.READER);
    }

    @Test
    void aReaderThatSleepsReadsTheNewestVersion() {
        assertKept(Fault.NONE, Role.READER, Role.WRITER, Role.EXPIRER);
    }

    @Test
    void twoMayExpireAtOnce() {
        assertKept(Fault.NONE, Role.EXPIRER, Role.WRITER, Role.EXPIRER);
    }

    @Test
    void aLostEntryGivesNoWrongRows() {
        assertKept(Fault.LOST, Role.WRITER, Role.WRITER, Role.READER);
    }

    @Test
    void aSwappedEntryGivesNoWrongRows() {
        assertKept(Fault.SWAPPED, Role.WRITER, Role.WRITER, Role.READER);
    }

    @Test
    void withoutTheFloorASleepersLateEntryIsTakenForACommit() {
        assertBroken("is told that it is version", WITHOUT_FLOOR, Fault.NONE, Role.WRITER, Role.WRITER, Role.EXPIRER);
    }

    @Test
    void withoutTheChainAnEntryInPlaceOfALostOneIsRead() {
        assertBroken("reads entry", WITHOUT_FLOOR, Fault.LOST, Role.WRITER, Role.WRITER, Role.READER);
    }

    @Test
    void withoutTheChainASwappedEntryIsRead() {
        assertBroken("reads entry", WITHOUT_FLOOR, Fault.SWAPPED, Role.WRITER, Role.WRITER, Role.READER);
    }

    /** The search finds what is wrong with half of the protocol. */
    @Test
    void aWriterAsksForTheFloorAfterItsPut() {
        LogProtocol half = new ChainWithFloor(false, true);
        assertBroken("is told that it is version", half, Fault.NONE, Role.WRITER, Role.WRITER, Role.EXPIRER);
    }

    @Test
    void aReaderAsksForTheFloorAfterItHasRead() {
        LogProtocol half = new ChainWithFloor(true, false);
        assertBroken("for the newest", half, Fault.NONE, Role.READER, Role.WRITER, Role.EXPIRER);
    }
}
