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
package dev.stoa.reader;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Gives a parameterized test its seeds: the same ones in each build, so that it judges the same content alike. With {@code
 * -Dstoa.test.seeds=500} it takes 500, from {@code -Dstoa.seed} on.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ArgumentsSource(Seeds.Provider.class)
public @interface Seeds {
    /** The number of seeds in each build, from 1 on. */
    int value();

    /** Gives the seeds. */
    final class Provider implements ArgumentsProvider, AnnotationConsumer<Seeds> {
        private static final String NUMBER = "stoa.test.seeds";

        private int usual;

        @Override
        public void accept(Seeds seeds) {
            usual = seeds.value();
        }

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            Long number = Long.getLong(NUMBER);
            if (number == null) {
                return LongStream.rangeClosed(1, usual).mapToObj(Arguments::of);
            }
            long first = Long.getLong("stoa.seed", 1);
            return LongStream.range(first, first + number).mapToObj(Arguments::of);
        }
    }
}
