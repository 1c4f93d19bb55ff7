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
package dev.stoa.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that a product calls every method that is no API; see docs/adr/0001. */
final class CallersTest {
    /** What all types have, or a machine starts. */
    private static final Set<String> OBJECT = Set.of("toString", "equals", "hashCode", "close", "main");

    /** What Java's serialization finds by name. */
    private static final Set<String> SERIALIZATION =
            Set.of("readObject", "writeObject", "readResolve", "writeReplace", "readObjectNoData");

    /** What only tests ask: what is held, counted, chosen or left to do, and shorter ways to run a decoder or a command. */
    private static final Set<String> FOR_TESTS = Set.of(
            "dev.stoa.arrow.BatchMemory.idleBytes",
            "dev.stoa.arrow.Bits.size",
            "dev.stoa.cli.Main.commandLine",
            "dev.stoa.format.internal.encoding.decode.DecodedDictionary.decode",
            "dev.stoa.format.internal.encoding.decode.VectorDecoder.bytes",
            "dev.stoa.format.internal.encoding.dictionary.DictionaryBudget.granted",
            "dev.stoa.format.internal.encoding.strings.SymbolText.codes",
            "dev.stoa.format.internal.encoding.strings.SymbolText.counts",
            "dev.stoa.format.internal.encoding.wire.ConstantValue.shape",
            "dev.stoa.table.internal.log.DecodedFiles.memory",
            "dev.stoa.table.internal.scan.ChangeCache.bytes",
            "dev.stoa.table.internal.scan.FileCache.bytes",
            "dev.stoa.vio.ReadPlan.spanOfAsked",
            "dev.stoa.vio.hadoop.StoreSetting.meaning",
            "dev.stoa.vio.internal.memory.PooledBuffers.lentBytes",
            "dev.stoa.vio.internal.plan.Grouping.cost",
            "dev.stoa.vio.internal.request.RequestThreads.busy",
            "dev.stoa.vio.internal.request.RequestTimer.waiting",
            "dev.stoa.writer.SpillableBytes$Part.length");

    /** Kernels and readers of bytes of which products run some widths, and benchmarks or tests the others. */
    private static final Set<String> SOME_WIDTHS = Set.of(
            "dev.stoa.format.internal.encoding.wire.Wire.u16",
            "dev.stoa.format.internal.kernel.Bitmaps.expand",
            "dev.stoa.format.internal.kernel.Reductions.and",
            "dev.stoa.format.internal.kernel.Reductions.countInRange",
            "dev.stoa.format.internal.kernel.Reductions.or",
            "dev.stoa.format.internal.kernel.Reductions.sum",
            "dev.stoa.format.internal.kernel.StraightPacking.select");

    @Test
    void everyMethodHasACaller() {
        Set<String> uncalled = new TreeSet<>();
        int called = 0;
        for (JavaClass type : Types.CLASSES) {
            if (!isProduct(type)) {
                continue;
            }
            for (JavaMethod method : type.getMethods()) {
                if (isFoundOtherwise(method) || isApi(method) || isInherited(method)) {
                    continue;
                }
                if (isCalled(method)) {
                    called++;
                } else {
                    uncalled.add(type.getName() + "." + method.getName());
                }
            }
        }
        assertTrue(called > 5000, "the test sees calls where there are some: " + called);
        Set<String> known = new TreeSet<>(FOR_TESTS);
        known.addAll(SOME_WIDTHS);
        assertEquals(known, uncalled, "no product calls these");
    }

    /** Programs that measure, and those that show how to use others, are no product. */
    private static boolean isProduct(JavaClass type) {
        String name = type.getPackageName();
        return !name.startsWith("dev.stoa.benchmarks") && !name.startsWith("dev.stoa.examples");
    }

    /** Compilers write some methods, and libraries find some by an annotation or a name. */
    private static boolean isFoundOtherwise(JavaMethod method) {
        JavaClass owner = method.getOwner();
        boolean isWritten = method.getModifiers().contains(JavaModifier.SYNTHETIC)
                || method.getModifiers().contains(JavaModifier.BRIDGE)
                || owner.isEnum()
                        && (method.getName().equals("values")
                                || method.getName().equals("valueOf"))
                || owner.isRecord() && owner.tryGetField(method.getName()).isPresent();
        return isWritten
                || !method.getAnnotations().isEmpty()
                || OBJECT.contains(method.getName())
                || SERIALIZATION.contains(method.getName());
    }

    private static boolean isApi(JavaMethod method) {
        Set<JavaModifier> modifiers = method.getModifiers();
        if (!modifiers.contains(JavaModifier.PUBLIC) && !modifiers.contains(JavaModifier.PROTECTED)) {
            return false;
        }
        JavaClass owner = method.getOwner();
        if ((owner.getPackageName() + ".").contains(".internal.")) {
            return false;
        }
        while (owner.getModifiers().contains(JavaModifier.PUBLIC)
                && owner.getEnclosingClass().isPresent()) {
            owner = owner.getEnclosingClass().get();
        }
        return owner.getModifiers().contains(JavaModifier.PUBLIC);
    }

    /** Whether a type above has a method of the name, or may have: the class path lacks most libraries. */
    private static boolean isInherited(JavaMethod method) {
        JavaClass owner = method.getOwner();
        Set<JavaClass> above = new HashSet<>(owner.getAllRawInterfaces());
        above.addAll(owner.getAllRawSuperclasses());
        boolean isPublic = method.getModifiers().contains(JavaModifier.PUBLIC)
                || method.getModifiers().contains(JavaModifier.PROTECTED);
        return above.stream()
                .anyMatch(type -> isPublic && !isKnown(type)
                        || type.getMethods().stream()
                                .anyMatch(other -> other.getName().equals(method.getName())));
    }

    private static boolean isKnown(JavaClass type) {
        return type.getPackageName().startsWith("dev.stoa")
                || type.getPackageName().startsWith("java.");
    }

    /** Whether other code of a product calls or names the method, by its type or by a type below. */
    private static boolean isCalled(JavaMethod method) {
        Set<JavaCodeUnit> callers = Stream.concat(
                        method.getCallsOfSelf().stream().map(call -> call.getOrigin()),
                        method.getReferencesToSelf().stream().map(reference -> reference.getOrigin()))
                .filter(origin -> isProduct(origin.getOwner()))
                .collect(Collectors.toSet());
        callers.remove(method);
        return !callers.isEmpty();
    }
}
