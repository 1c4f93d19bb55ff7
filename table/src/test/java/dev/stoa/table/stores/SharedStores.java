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
package dev.stoa.table.stores;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests an {@link HdfsServer} or {@link S3Server}: each is started once for all
 * tests, and closed by JUnit after the last. */
public final class SharedStores implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == HdfsServer.class || type == S3Server.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return context.getRoot()
                .getStore(Namespace.create(SharedStores.class))
                .getOrComputeIfAbsent(type, SharedStores::start);
    }

    private static Object start(Class<?> type) {
        try {
            return type == HdfsServer.class ? new HdfsServer() : new S3Server();
        } catch (Exception e) {
            throw new ParameterResolutionException("cannot start " + type, e);
        }
    }
}
